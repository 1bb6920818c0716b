#!/bin/sh
# What an MPI launcher calls instead of ssh: agent.sh [OPTIONS] 10.77.0.N COMMAND... runs the command on host N of an
# emulated cluster, in the folder and with the environment of the caller. CLUSTER_HOSTS has, for each host, the number
# of a process that is in its namespaces.
while :; do
  case $1 in
    -l) shift 2 ;;
    -*) shift ;;
    *) break ;;
  esac
done
host=${1##*.}
shift
pid=$(echo "$CLUSTER_HOSTS" | cut -d' ' -f"$host")
exec nsenter --target "$pid" --net --uts --ipc --mount -- env -C "$PWD" sh -c "$*"
