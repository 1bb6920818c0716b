#!/usr/bin/env bash
# Runs a command under Open MPI on two nodes that one machine plays: hosts of their own names and networks, with a cable
# between them. Processes of a node share memory; between nodes messages go through TCP.
#
#   bench/two_nodes.sh [-n PROCESSES_PER_NODE] [-r RATE] COMMAND...      default: 2 processes, 1gbit
#   bench/two_nodes.sh build/weft bench --shape 8x8x8 --grid 4 --exchange all
#
# Needs root (or user namespaces), iproute2 and Open MPI. Everything lives in namespaces that end with it. Times are those of
# this network: TCP on one machine, whose latency is that of its kernel; both nodes share the processors.
set -euo pipefail

per_node=2
rate=1gbit
while getopts n:r: option; do
  case $option in
  n) per_node=$OPTARG ;;
  r) rate=$OPTARG ;;
  *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
if [[ $# -eq 0 ]]; then
  echo "two_nodes.sh: give a command, as in: bench/two_nodes.sh build/weft bench --exchange all" >&2
  exit 2
fi

if [[ -z ${WEFT_INSIDE_TWO_NODES:-} ]]; then
  export WEFT_INSIDE_TWO_NODES=1
  exec unshare --mount --net --pid --fork --kill-child --mount-proc "$0" -n "$per_node" -r "$rate" "$@"
fi

# --- the two hosts and the cable ------------------------------------------------------------------------

mkdir -p /run/netns
mount -t tmpfs tmpfs /run/netns
ip netns add node0
ip netns add node1
ip link add wire0 netns node0 type veth peer name wire1 netns node1
for node in 0 1; do
  ip -n node$node link set lo up
  ip -n node$node addr add 10.77.0.$((node + 1))/24 dev wire$node
  ip -n node$node link set wire$node up
  tc -n node$node qdisc add dev wire$node root tbf rate "$rate" burst 16kb limit 512kb
done

# --- the job --------------------------------------------------------------------------------------------

# What mpirun calls to start something on a host, as it would call ssh: AGENT HOST COMMAND...
agent=$(mktemp)
trap 'rm -f "$agent"' EXIT
cat >"$agent" <<'AGENT'
#!/usr/bin/env bash
while [[ $1 == -* ]]; do shift; done
node=$((${1##*.} - 1))
shift
exec ip netns exec node$node unshare --uts sh -c "hostname node$node; exec sh -c '$*'"
AGENT
chmod +x "$agent"

ip netns exec node0 unshare --uts sh -c 'hostname node0; exec "$@"' _ mpirun.openmpi --allow-run-as-root \
  --host "10.77.0.1:$per_node,10.77.0.2:$per_node" -np $((2 * per_node)) --map-by "ppr:$per_node:node" --bind-to none \
  --mca plm rsh --mca plm_rsh_agent "$agent" --mca plm_rsh_no_tree_spawn 1 --mca pml ob1 --mca btl tcp,vader,self \
  --mca btl_tcp_if_include 10.77.0.0/24 --mca oob_tcp_if_include 10.77.0.0/24 --mca mtl ^ofi,psm,psm2 --mca osc ^ucx \
  --mca mpi_yield_when_idle 1 --mca orte_keep_fqdn_hostnames 1 "$@"
