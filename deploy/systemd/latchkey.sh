#!/bin/sh
# The command line with the settings of the services, as their user. Installed as /usr/local/bin/latchkey.
set -a; . /etc/latchkey/env; set +a
export DATA_DIR="${DATA_DIR:-/var/lib/latchkey/command}"
cd / && exec runuser -u latchkey -- node /opt/latchkey/dist/server/index.js "$@"
