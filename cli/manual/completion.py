"""Completion of weft and weft-run in bash and zsh: functions of their own, which need no package of either."""

import shlex


def table_of(command):
    """Of each command: (its words, words that may come next, options with a value: (names, words or None for files or "" for
    anything))."""
    for one in command.all():
        words = [below.words[-1] for below in one.commands]
        values = []
        for option in one.options:
            if option.value:
                values.append((option.names, " ".join(option.choices) if option.choices or not option.takes_file else None))
        yield " ".join(one.words), [*words, *(name for option in one.options for name in option.names)], values


BASH = r'''# Completion of weft in bash. Made from the help of the program.
_weft() {
  local words command option cur i before
  # What "=" divides are words of their own for bash.
  cur=${COMP_WORDS[COMP_CWORD]} before=$((COMP_CWORD - 1))
  if [[ $cur == = ]]; then
    cur=
  elif [[ ${COMP_WORDS[before]} == = ]]; then
    ((--before))
  fi
  option=${COMP_WORDS[before]}
  ((before > 0)) && [[ ${COMP_WORDS[before - 1]} == --set ]] && option==$option
  command=weft
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$command ${COMP_WORDS[i]}" in
      @COMMANDS@) command="$command ${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$command:$option" in
@VALUES@
    *)
      case $command in
@WORDS@
      esac
      if [[ $cur != -* && $command != weft && $command != "weft npb" ]]; then
        compopt -o default 2>/dev/null
        return
      fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _weft weft
'''

BASH_LAUNCHER = r'''# Completion of weft-run in bash: a number of processes, then a command with its own completion.
_weft_run() {
  local cur=${COMP_WORDS[COMP_CWORD]} loaded
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "-n --help" -- "$cur"))
  elif ((COMP_CWORD == 3)); then
    COMPREPLY=($(compgen -c -- "$cur") $(compgen -f -- "$cur"))
  elif ((COMP_CWORD > 3)); then
    loaded=$(complete -p "${COMP_WORDS[3]##*/}" 2>/dev/null)
    if [[ -z $loaded && ${COMP_WORDS[3]##*/} == weft ]] && declare -F _completion_loader >/dev/null; then
      _completion_loader weft
    fi
    if [[ ${COMP_WORDS[3]##*/} == weft ]] && declare -F _weft >/dev/null; then
      COMP_WORDS=("${COMP_WORDS[@]:3}")
      ((COMP_CWORD -= 3))
      _weft
    else
      compopt -o default 2>/dev/null
    fi
  fi
  return 0
}
complete -F _weft_run weft-run
'''


def bash(command, keys):
    """The function _weft. `keys`: words that may stand behind --set KEY=."""
    table = list(table_of(command))
    below = [f'"{words}"' for words, _, _ in table if words != "weft"]
    values, words_of = [], []
    for words, following, options in table:
        for names, choices in options:
            pattern = " | ".join(f'"{words}:{name}"' for name in names)
            if choices is None:
                values.append(f"    {pattern}) compopt -o default 2>/dev/null; return ;;")
            else:
                values.append(f"    {pattern}) words={shlex.quote(choices)} ;;")
        words_of.append(f'        "{words}") words={shlex.quote(" ".join(following))} ;;')
    for key, choices in keys.items():
        values.append(f'    *":={key}") words={shlex.quote(" ".join(choices))} ;;')
    return (BASH.replace("@COMMANDS@", " | ".join(below)).replace("@VALUES@", "\n".join(values))
            .replace("@WORDS@", "\n".join(words_of)))


def zsh_text(text):
    """In a specification of _arguments, in single quotes."""
    for sign in "\\[]:":
        text = text.replace(sign, "\\" + sign)
    return text.replace("'", "'\\''")


def zsh_option(option):
    names = option.names
    label = f"({' '.join(names)})" if len(names) > 1 else ""
    repeated = "*" if "..." in option.value else ""
    action = "_files" if option.takes_file and not option.choices else f"({' '.join(option.choices)})" if option.choices else " "
    if option.choices and option.choices[0].endswith("="):
        action = f"compadd -S \"\" {' '.join(option.choices)}"
    value = f":{zsh_text(option.value)}:{zsh_text(action) if not action.startswith('compadd') else '{' + action + '}'}" if option.value else ""
    shown = f"[{zsh_text(option.meaning)}]"
    return [f"'{repeated or label}{name}{shown}{value}'" for name in names]


def zsh_function(command):
    """The function of a command: its options, and the function of one under it."""
    name = "_" + "_".join(command.words)
    specifications = [one for option in command.options for one in zsh_option(option)]
    if command.commands:
        described = "\n".join(f"    '{one.words[-1]}:{zsh_text(one.summary)}'" for one in command.commands)
        calls = "\n".join(f"      {one.words[-1]}) {'_' + '_'.join(one.words)} ;;" for one in command.commands)
        specifications += ["'1:command:->command'", "'*::argument:->argument'"]
        tail = (f"  case $state in\n    command)\n      local -a commands=(\n{described}\n      )\n"
                f"      _describe command commands ;;\n    argument)\n      case $words[1] in\n{calls}\n      esac ;;\n  esac\n")
    else:
        specifications += ["'*:file:_files'"]
        tail = ""
    lines = " \\\n    ".join(["_arguments -C -s", *specifications])
    return f"{name}() {{\n  local context state state_descr line\n  typeset -A opt_args\n  {lines}\n{tail}}}\n"


def zsh(command):
    """The file _weft."""
    functions = "\n".join(zsh_function(one) for one in command.all())
    return f"#compdef weft\n# Completion of weft in zsh. Made from the help of the program.\n\n{functions}\n_weft \"$@\"\n"


ZSH_LAUNCHER = r'''#compdef weft-run
# Completion of weft-run in zsh: a number of processes, then a command with its own completion.
_arguments -s '(- *)--help[what it does]' '-n[number of processes]:processes: ' '(-)1:command:_command_names -e' '*::arguments:_normal'
'''
