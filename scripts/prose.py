#!/usr/bin/env python3
"""Finds prose that has to be read twice, by the rules of doc/style.md. Run by ctest as `docs.prose`.

  python3 scripts/prose.py             the pages of CHECKED
  python3 scripts/prose.py FILES       Markdown; comments of .hpp and .h; docstrings of .py; texts of .cpp and .toml
  python3 scripts/prose.py --rules     the rules, each with an example that it finds
  python3 scripts/prose.py --draw N    N pages of doc/ by a printed seed, for a reader who has not seen them (--seed repeats)

Prints `file:line: rule: text; what to do`, and ends with status 1 if it finds anything. Code blocks, code spans, block
quotes, link targets and the tables that doc/make_tables.py draws are left out.

Why not proselint (PyPI, 0.16): of its 491 findings in doc/*.md 473 are typographic signs (curly quotes, ellipses, the
multiplication sign) and numbers of code blocks that it takes for repeated words. It has no rule about the length of
sentences, clauses as titles, pronouns without nouns or personified machinery. A rule is kept here if every finding
deserves a rewrite; what cannot be told without understanding the sentence is left to the reader.
"""

import argparse
import ast
import dataclasses
import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Clean, and to be kept clean.
CHECKED = ("README.md", "CONTRIBUTING.md", "doc/*.md", "doc/from/*.md", "include/weft/*.hpp")
MOST_WORDS = 30
MOST_THERE_IS = 3  # sentences of a file that begin with "There is"
MOST_PASSIVES = 4  # in one sentence

# Parts of a text. A rule says of which it is.
PROSE, ITEM, CELL, HEADING, COMMENT, MESSAGE = "prose", "item", "cell", "heading", "comment", "message"
SENTENCES = (PROSE, ITEM, CELL, COMMENT, MESSAGE)


@dataclasses.dataclass
class Part:
    """A paragraph, an item of a list, a cell, a heading, a comment or a text of the program, without its markup."""

    kind: str
    lines: list  # (number, text)

    def text(self):
        return re.sub(r"\n+", " ", "\n".join(text.strip() for _, text in self.lines))

    def line_of(self, words):
        """The line on which the first of these words stand."""
        head = words.split()[:2]
        for number, text in self.lines:
            if " ".join(head) in text:
                return number
        return next((number for number, text in self.lines if head and head[0] in text), self.lines[0][0])


# ---------------------------------------------------------------- rules

MACHINES = (r"weft|`?weft [a-z]+`?|(?:the |a |an |each |every |its |other |another |this |that |these |those |all |both |some |no |two )?(?:\w+ )?"
            r"(?:librar(?:y|ies)|programs?|process(?:es)?|plans?|tuner|threads?|exchanges?|sweeps?|buffers?|arrays?|MPI|HDF5|FFTW|MKL|NumPy|SciPy|"
            r"ParaView|h5py|Open MPI|MPICH|launcher|machines?|system|halos?|messages?|functions?|files?|solvers?|operators?|"
            r"kernels?|backends?|routes?|layouts?|fields?|transforms?|compilers?|tests?|tables?|commands?|plots?|pictures?|tools?|CMake|"
            r"option|variable|object|network|node|processor|caller|callback|module|wrapper|binding)")
FEELINGS = (r"wants?|wishes|wish|knows?|knew|looks? (?:at|for|into|behind|whether|up)|thinks?|believes?|likes?|loves?|asks?(?! for\b)|tells?|told|sees?|hears?|"
            r"remembers?|forgets?|learns?|notices?|bears?|hopes?|speaks?|listens?|understands?|cares?|feels?|minds?|guess(?:es)?|says?|pretends?|"
            r"promises?|suspects?|dislikes?|trusts?|complains?")
PARTICIPLE = (r"(?:\w+ed|written|made|given|taken|said|told|done|sent|read|found|kept|put|cut|known|left|held|built|chosen|drawn|"
              r"seen|shown|thrown|told|lost|met|meant|brought|begun|gone|run|set|split)")
VERB = (r"(?:is|are|was|were|has|have|had|does|do|did|can|could|may|might|must|will|would|should|shall|makes?|means?|gives?|takes?|costs?|"
        r"needs?|works?|holds?|says?|goes|go|comes?|lets?|uses?|returns?|computes?|keeps?|shows?|tells?|allows?|applies|apply|belongs?|becomes?|"
        r"happens?|depends?|requires?|saves?|reads?|writes?|prints?|lies?|lie|stays?|begins?|ends?|pays?|and|also|only|too|then|of|all)")

# (pattern, what to write instead). In any sentence.
WORDS = (
    (r"simply|just|easily|obviously|clearly|trivially|basically|actually|really|very|quite|of course|needless to say", "leave the word out"),
    (r"note that|it should be noted|please|in order to|utili[sz]e[sd]?|leverages?|via the use of", "say it in plain words"),
    (r"seamless(?:ly)?|powerful|blazing(?:ly)?|state[- ]of[- ]the[- ]art|cutting[- ]edge|effortless(?:ly)?|best[- ]in[- ]class|world[- ]class|"
     r"lightning[- ]fast|game[- ]chang\w+|unparalleled|revolutionary", "no marketing"),
    (r"nobody|somebody|whoever|whosoever|anybody|everybody|nobody's", "name who: no process, a reader, the caller"),
    (r"for ever", "forever, or: without end"),
    (r"(?<!such )(?<!just )(?<!same )as (?:it is|they are|it was|they were)(?! (?:\w+ed|called|written)\b)", "unchanged"),
    (r"all right|without a word|in words\b(?! of)", "supported; with a message"),
    (r"(?:is|are|was|were) to be \w+", "must be, can be, or an imperative"),
    (r"shall", "must"),
    (r"(?:what|that|which|who) (?:is|are|was|were) there(?! (?:a|an|any|no|for)\b)", "existing, available, present"),
    (r"whatever there is|what there is|that there (?:is|are)(?=[.,;:)]|$)|there (?:is|are) of (?:it|them)", "what is available"),
    (r"\w+, too\b(?! \w+ (?:to|for)\b)(?! (?:many|few|much|little|long|short|large|small|slow)\b)", "also, before the verb"),
    (r"all the same(?= ?[.,;:)]|$)|nevertheless|nonetheless|notwithstanding", "but, still"),
    (r"(?<!all )(?<!everything )(?<!nothing )(?<!anything )(?<!none )but for(?! \w+ing)", "except for"),
    (r"anew|thereof|therein|thereby|whereby|hereby|wherein|whence|thence|hitherto|albeit|amongst|whilst|upon", "a current word"),
    (r"nothing of (?:it|them|weft|this|that)", "no part of"),
    (r"(?:is|are|if|what|where|than|as) (?:\w+ )?wanted|unless (?:said|wanted|told)|if told", "requested; by default"),
    (r"it pays|pays (?:off|where|if|when|to)|what is won|is won", "is faster when; saves"),
    (r"(?:can|could|may|must|will|would|should|to|jobs?|programs?|runs?|it|simulation|series|they|not) (?:go|goes|going|went) on\b(?! (?:the|a|an) )", "continue"),
    (r"and (?:its|the|their) like|or the like", "name the others"),
    (r"at all events|by and by|ere|lest|oft|withal|nay", "a current word"),
    (r"the rest of it|the whole of it", "name it"),
    (r"comes? on top", "is added"),
    (r"has its (?:day|say)|is at (?:home|work)\b", "the field's term"),
    (r"that that|the the|is is|a a|of of|to to|in in|and and|are are|be be", "a word stands twice"),
)
# Words of doc/conventions.md: one word per thing. Not in doc/from/, where other libraries use their words.
ONE_WORD = (
    (r"(?:halo|guard|phantom|shadow) (?:cells?|layers?|points?|elements?)", "ghost cells"),
    (r"(?:processor|proc|rank|cpu) (?:grid|mesh)|process mesh", "process grid"),
    (r"MPI (?:tasks?|ranks?)", "processes"),
    (r"spectral coefficients|wave ?space|wave ?number space", "modes"),
    (r"physical space(?! (?:side|of)\b)|real space", "points"),
    (r"(?:remap|reshuffl|global transpos)\w*", "redistribution"),
    (r"filesystems?", "file system"),
    (r"multi-?thread(?:ed|ing)", "with threads"),
    (r"sub-?director(?:y|ies)|director(?:y|ies)", "folder"),
    (r"run-?time(?! (?:dispatch|error|library))", "run time (noun), at run time"),
    (r"behaviors?|colors?|normaliz\w+|initializ\w+|optimiz\w+|centers?\b|analyz\w+", "British spelling"),
)
CONTRACTIONS = r"(?:do|does|did|ca|wo|is|are|was|were|has|have|had|could|would|should|must)n[’']t|(?:it|that|there|what|who|let|here)[’']s|(?:you|we|they)[’'](?:re|ve|ll|d)|I[’'](?:m|ve|ll|d)"
TITLES = {"How it works", "How weft works", "What is new", "What changed"}
FINITE = r"(?:is|are|was|were|has|have|does|do|did|can|could|may|must|will|shall|should|goes|knows|lies|stays|says|needs|costs|wants|comes|holds|gets|makes|means|happens)"


def searched(pattern, flags=re.IGNORECASE):
    found = re.compile(rf"(?<![\w`-])(?:{pattern})(?![\w`-])", flags)
    return lambda sentence: [match[0] for match in found.finditer(sentence)]


class Rules:
    """A method is a rule of one sentence: it yields (what it found, what to write instead). Its docstring has an example that it
    finds after "Finds:"; several are separated by " / "."""

    def __init__(self, path=""):
        self.there_is = 0
        pairs = WORDS + (() if "doc/from/" in path else ONE_WORD)
        self.words = [(searched(pattern), instead) for pattern, instead in pairs]

    def length(self, sentence, part, first):
        """At most 30 words in a sentence. Finds: one two three four five six seven eight nine ten one two three four five six seven eight nine ten one two three four five six seven eight nine ten one."""
        n_words = len(re.findall(r"[^\s]*\w[^\s]*", sentence))
        if n_words > MOST_WORDS and part.kind in SENTENCES:
            yield f"{n_words} words", "make two sentences, or a list"

    def title(self, sentence, part, first):
        """A title is a noun or an imperative. Finds: What it costs / A plan is reproducible / When something goes wrong."""
        if part.kind != HEADING or sentence.rstrip(".") in TITLES or sentence.endswith("?"):
            return
        if re.match(r"(?:What|How|Why|When|Where|Who|Which|If|That)\b", sentence) or re.search(rf" (?:{FINITE}) (?!with\b)", f"{sentence} "):
            yield "a clause as title", "a noun or an imperative"

    def machine(self, sentence, part, first):
        """Machinery has no senses, feelings or speech. Finds: weft wants a plan. / The process knows its block. / Each process asks no other."""
        pattern = (rf"(?:{MACHINES})(?: (?:itself|alone|only|also|then|that|which|does not|do not|never|must not|may|can|cannot|must|need not))? (?:{FEELINGS})")
        for found in searched(pattern)(sentence):
            if re.search(r"\b(?:error|exception|sentence|page|help|report|column|caption)s? (?:message )?(?:says?|tells?)$|\bmanual\b|as told$|what it |tells? apart$|"
                         r"\b(?:looks? up|asks? for|reads?)$", found) and not found.lower().startswith("weft"):
                continue
            yield found, "say what happens: computes, reads, finds, checks, states"

    def pronoun(self, sentence, part, first):
        """A paragraph begins with a noun. Finds: It is fast. / This makes two passes. / They belong to the plan."""
        if first and part.kind in (PROSE, ITEM) and re.match(rf"(?:(?:It|They|He|She)\b|(?:This|That|These|Those) {VERB}\b|(?:Both|All|Each|None|Most) of (?:them|it)\b)", sentence):
            yield sentence.split()[0], "the noun"

    def subject(self, sentence, part, first):
        """A sentence begins with its subject, which is a noun. Finds: What is wrong on one process is an error. / Who edits a file runs the test. / Of these two one is right. / Is one long enough, cut it. / That of the plan is larger."""
        if part.kind == HEADING or sentence.endswith(("?", ":")):
            return
        if part.kind != CELL and re.match(r"(?:Is|Are|Does|Has|Have|Had|Were|Should) (?!it\b.*:)", sentence):
            yield " ".join(sentence.split()[:4]), "if ..."
        elif re.match(r"(?:That|Those) of\b", sentence):
            yield " ".join(sentence.split()[:4]), "the noun"
        elif re.match(r"(?:What|Who) [^.]{,60}: ", sentence):
            return
        elif re.match(r"(?:What|Who|Whom) (?!(?:to|else|about|next|for)\b)", sentence) and len(sentence.split()) > 5 and part.kind != CELL:
            yield " ".join(sentence.split()[:4]), "name the thing: the error, the file, the caller"
        elif re.match(r"Of (?!course)", sentence) and part.kind != CELL and re.search(r" (?:is|are|has|have|was|were|prints?) ", sentence):
            yield " ".join(sentence.split()[:4]), "subject first"

    def there(self, sentence, part, first):
        """At most three sentences of a file begin with "There is". Finds: There is a plan."""
        if re.match(r"There (?:is|are|was|were)\b", sentence):
            self.there_is += 1
            if self.there_is > MOST_THERE_IS or part.kind is None:
                yield f"'There is', number {self.there_is}", "subject and verb"

    def passive(self, sentence, part, first):
        """At most three passives in a sentence. Finds: The file is written, the plan is made, the list is cut, the rest is kept."""
        passives = re.findall(rf"\b(?:is|are|was|were|be|been|being) (?:\w+ly |not |never |then |also )?{PARTICIPLE}\b", sentence)
        if len(passives) >= MOST_PASSIVES:
            yield f"{len(passives)} passives", "say who does it, or make two sentences"

    def dash(self, sentence, part, first):
        """No dashes as punctuation, no emoji. Finds: a plan - or none / a plan -- or none / a plan \u2014 or none / done \u2705."""
        if part.kind != CELL and re.search(r"\w\)? --? [A-Za-z(`]", sentence) and not re.search(r"\d\)? --? |[=<>*+^] ?|\b\w --? \w\b", sentence):
            yield "a dash", "a comma, a colon or a full stop"
        if found := re.search("[\u2013\u2014\u2026\u2190-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff]", sentence):
            yield found[0], "a comma, a colon, a full stop, or a word"

    def contraction(self, sentence, part, first):
        """No contractions. Finds: it doesn't wait / you're done."""
        for found in searched(CONTRACTIONS)(sentence):
            yield found, "write it out"

    def space(self, sentence, part, first):
        """One blank between words. Finds: two  blanks."""
        if part.kind in (PROSE, ITEM) and re.search(r"\S  +\S", sentence):
            yield "two blanks", "one"

    def word(self, sentence, part, first):
        """Words and turns that doc/style.md avoids. Finds: it is simply fast / files stay as they are / the plan stays, too. / nobody waits / halo cells / the ranks which are there."""
        for search, instead in self.words:
            for found in search(sentence):
                yield found, instead

    ALL = ("length", "title", "machine", "pronoun", "subject", "there", "passive", "dash", "contraction", "space", "word")


# ---------------------------------------------------------------- readers

def without_markup(text):
    """The words of a line of Markdown; code spans become the word CODE."""
    text = re.sub(r"``.+?``|`[^`]*`", "CODE", text)
    text = re.sub(r"!\[[^\]]*\](?:\([^)]*\))?(?:\{[^}]*\})?", "", text)
    text = re.sub(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
    text = re.sub(r"\{\w[\w:-]*\}(?=CODE)", "", text)
    text = re.sub(r"<https?:[^>]*>|https?://\S+", "ADDRESS", text)
    text = re.sub(r"</?\w[^>]*>", "", text)
    return re.sub(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=[\w.,:])[*_](?!\w)", "", text)


def joined_spans(lines):
    """Code spans and link texts that go over the end of a line stay on one: the line number is that of the first."""
    result = []
    for number, line in lines:
        if result and (result[-1][1].count("`") % 2 or re.search(r"\[[^\]]*$|\]\([^)]*$", re.sub(r"`[^`]*`", "", result[-1][1]))):
            result[-1] = (result[-1][0], result[-1][1] + " " + line.strip())
        else:
            result.append((number, line))
    return result


def markdown(text):
    text = re.sub(r"\A---\n.*?\n---\n", lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)
    text = re.sub(r"<!-- table .*?<!-- end of table -->|<!--.*?-->", lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)
    parts, lines, kind, fence = [], [], PROSE, None
    in_list = False

    def finish():
        nonlocal lines, kind
        if lines:
            parts.append(Part(kind, [(number, without_markup(line)) for number, line in joined_spans(lines)]))
        lines, kind = [], PROSE

    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        in_list = in_list and (not bare or bool(lines) or line.startswith(" "))
        if fence:
            if bare.startswith(fence) and not bare.strip(fence[0]):
                fence = None
        elif match := re.match(r"(`{3,}|~{3,})(?!.*`)", bare):
            finish()
            fence = match[1]
        elif not bare or re.match(r":{3,}|:\w+:|\[[^\]]+\]: |\$\$|<\w+|</|-{3,}$|={3,}$|\(\w[\w-]*\)=$|>|\{\w", bare):
            finish()
        elif line.startswith("    ") and not lines and not in_list:
            continue  # indented code
        elif bare.startswith("#") and re.match(r"#{1,6} ", bare):
            finish()
            lines, kind = [(number, bare.lstrip("# ").rstrip("# "))], HEADING
            finish()
        elif bare.startswith("|"):
            finish()
            if not re.fullmatch(r"[|:\s-]+", bare):
                hidden = re.sub(r"`[^`]*`", lambda match: match[0].replace("|", "/"), bare.replace("\\|", "/"))
                for cell in hidden.strip("|").split("|"):
                    lines, kind = [(number, cell.strip())], CELL
                    finish()
        elif match := re.match(r"\s*(?:[-*+]|\d+[.)]) +(?:\[[ x]\] )?", line):
            finish()
            lines, kind, in_list = [(number, line[match.end():])], ITEM, True
        else:
            lines.append((number, line))
    finish()
    return parts


def paragraphs(lines, kind):
    """Parts of lines of a comment or docstring: blank lines end one; indented lines after "Example:" and tables are left out."""
    lines = [(number, line.rstrip()) for number, line in lines]
    found = []
    group, example = [], None
    for number, line in lines:
        indent = len(line) - len(line.lstrip())
        if example is not None and line.strip() and indent <= example:
            example = None
        is_code = example is not None or re.search(r"\S {3,}\S|[;{}]$|^\s*(?:>>>|\.\.\.) ", line)
        if re.search(r"(?:^|\W)Examples?:$", line) and not is_code:
            example = indent
        if not line.strip() or is_code or re.match(r"\s*-{3}", line):
            if group:
                found.append(group)
            group = []
        elif re.match(r"\s*[-*] |\s*\w+(?:, \w+)*: ", line) and group:
            found.append(group)
            group = [(number, line)]
        else:
            group.append((number, line))
    found += [group] if group else []
    return [Part(kind, [(number, without_markup(line.strip())) for number, line in group]) for group in found]


def comments(text):
    """Comments of a C or C++ header that stand on lines of their own."""
    parts, lines = [], []
    for number, line in enumerate(text.splitlines() + [""], 1):
        match = re.match(r"\s*(?:///?<?|/\*+|\*/?)(?: (.*?)(?:\*/)?)?$", line)
        if match:
            lines.append((number, match[1] or ""))
        elif lines:
            parts += paragraphs(lines, COMMENT)
            lines = []
        if not match and (behind := re.search(r"[;,{})]\s+//<? (.*)$", line)):
            parts.append(Part(COMMENT, [(number, without_markup(behind[1]))]))
    return parts


def docstrings(text):
    parts = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) or not node.body:
            continue
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            lines = list(enumerate(first.value.value.splitlines(), first.lineno))
            parts += paragraphs(lines, COMMENT)
    return parts


def messages(text):
    """Texts of a source that are sentences: four words or more; neighbours are one text."""
    parts, literal = [], r'"(?:\\.|[^"\\\n])*"'
    code = re.sub(rf"({literal})|//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*", lambda m: m[1] or "\n" * m[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE)
    for match in re.finditer(rf"{literal}(?:\s*{literal})*", code):
        words = "".join(piece[1:-1] for piece in re.findall(literal, match[0])).replace("\\n", " ").replace('\\"', "'")
        if len(re.findall(r"[a-z]{2,}", words)) >= 4 and " " in words:
            parts.append(Part(MESSAGE, [(code.count("\n", 0, match.start()) + 1, without_markup(words))]))
    return parts


READERS = {".md": markdown, ".hpp": comments, ".h": comments, ".py": docstrings, ".cpp": messages, ".toml": messages}
SHORT = r"(?:e\.g|i\.e|etc|vs|cf|Fig|Eq|Phys|Fluids|Comput|Sci|Rev|al|No|Vol|pp|ed|St|Mech|Proc|Appl|Math|J|approx)"


def sentences(part):
    text = part.text()
    ends = r"(?<=[.!?])(?<!\.\.)[\"')\]]*\s+(?=[\"'(\[]?(?:[A-Z0-9`]|weft\b))|(?<=\.\.\.)\s+(?=[A-Z][a-z])" + {CELL: r"|;\s+", MESSAGE: r"|;\s+", COMMENT: r"|;\s+(?=Error\b)"}.get(part.kind, "")
    begin = 0
    for match in re.finditer(ends, text):
        before = text[begin:match.start()]
        if re.search(rf"\b(?:{SHORT}|[A-Z])\.$", before) and not re.search(r"\b(?:C|MPI)\.$", before):
            continue
        yield before.strip()
        begin = match.end()
    if text[begin:].strip():
        yield text[begin:].strip()


def findings(parts, path=""):
    rules = Rules(path)
    for part in parts:
        for number, sentence in enumerate(sentences(part)):
            for name in Rules.ALL:
                for found, instead in getattr(rules, name)(sentence, part, number == 0):
                    yield part.line_of(sentence if name in ("length", "passive", "subject", "pronoun") else found), name, found, instead, sentence


def self_check():
    """Every rule finds its examples, and nothing in sentences that are right."""
    for name in Rules.ALL:
        for example in re.search(r"Finds: (.*)", getattr(Rules, name).__doc__, re.DOTALL)[1].split(" / "):
            example = example if name == "word" else example.strip()
            part = Part({"title": HEADING, "there": None}.get(name, PROSE), [(1, example)])
            if not list(getattr(Rules(), name)(example.rstrip(".") if name == "title" else example, part, True)):
                yield f"prose.py: rule {name} does not find its example {example!r}"
    right = ("A slab makes two passes per direction. Each process computes its block.\n\n## Choose a layout\n\n## Memory of a plan\n\n"
             "This page lists errors. The error says what to do. Points 0 - 7 and n - 1 are there to read.\n\n- no, not a dash\n\n"
             "| `a` | b - c |\n|---|---|\n| what it does | reads |\n\n    indented - code, just so\n\n> nobody quotes\n\n```\njust - code\n```\n")
    for line, name, found, _, sentence in findings(markdown(right)):
        yield f"prose.py: rule {name} finds {found!r} in {sentence!r}, which is right"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="FILES")
    parser.add_argument("--rules", action="store_true", help="print the rules")
    parser.add_argument("--count", action="store_true", help="print the number of findings of each rule and file only")
    parser.add_argument("--draw", type=int, metavar="N", help="draw pages to be read")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of --draw")
    arguments = parser.parse_args()
    if arguments.draw is not None:
        pages = sorted(path for pattern in ("doc/*.md", "doc/from/*.md") for path in ROOT.glob(pattern))
        pages = [path.relative_to(ROOT) for path in pages if path.stat().st_size > 500]  # others include a file
        print(f"seed {arguments.seed}:", *random.Random(arguments.seed).sample(pages, min(arguments.draw, len(pages))))
        return 0
    if arguments.rules:
        for name in Rules.ALL:
            print(f"{name:12}" + " ".join(getattr(Rules, name).__doc__.split()))
        return 0
    problems = list(self_check())
    files = arguments.files or [path for pattern in CHECKED for path in sorted(ROOT.glob(pattern))]
    n_files, counts = 0, {}
    for path in files:
        reader = READERS.get(path.suffix)
        if reader is None:
            problems.append(f"prose.py: {path}: neither of {', '.join(READERS)}")
            continue
        n_files += 1
        for line, name, found, instead, sentence in findings(reader(path.read_text(encoding="utf-8")), str(path)):
            counts[path, name] = counts.get((path, name), 0) + 1
            where = "" if found in sentence and len(sentence) < 60 else f" ({sentence[:60]}...)" if name in ("length", "passive") else ""
            problems.append(f"{path}:{line}: {name}: {found}{where}; {instead}")
    if arguments.count:
        for path in files:
            of_file = {name: n for (p, name), n in counts.items() if p == path}
            print(f"{sum(of_file.values()):5} {path}  " + ", ".join(f"{name} {n}" for name, n in sorted(of_file.items(), key=lambda item: -item[1])))
    else:
        print("\n".join(problems + [f"{len(problems)} findings in {n_files} files"]), flush=True)
    return 1 if problems else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(1)
