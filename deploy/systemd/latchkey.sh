#!/bin/sh
# Runs the command line with the settings and the user of the services. Install it as /usr/local/bin/latchkey.
set -a; . /etc/latchkey/env; set +a
export DATA_DIR="${DATA_DIR:-/var/lib/latchkey/command}"
cd / && exec runuser -u latchkey -- node /opt/latchkey/dist/server/index.js "$@"
