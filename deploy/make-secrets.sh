#!/bin/sh
# Creates the files in deploy/secrets that compose.yaml passes to the containers. Keeps existing files.
#
#   RPC_URL=https://rpc.example sh deploy/make-secrets.sh
#
# SMTP_URL and RELAYER_PRIVATE_KEY are optional. Without them, mail goes to the mail catcher of compose.yaml, and a new key
# is created: `doctor` prints its address and how much to send there.
set -eu
cd "$(dirname "$0")"

random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }

# Containers read the files as other users, so every user may read them. The folder, which only you can open, protects
# them.
write() {
  [ -s "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"
  chmod 0444 "secrets/$1"
}

mkdir -p secrets
chmod 0700 secrets
[ -s secrets/rpc-url ] || : "${RPC_URL:?is missing: the address of a node of the chain}"
write rpc-url "${RPC_URL:-}"
write smtp-url "${SMTP_URL:-smtp://mail:1025}"
write relayer-private-key "${RELAYER_PRIVATE_KEY:-0x$(random 32)}"
write secret-key "$(random 32)"
write database-password "$(random 24)"
write database-url "postgres://latchkey:$(cat secrets/database-password)@postgres:5432/latchkey"
echo 'deploy/secrets is complete. Keep a copy of secret-key and relayer-private-key elsewhere: no secret opens without the first, and the second is money.'
