import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#cli/setup/steps.mjs'
import { notices, NOTICES } from './third-party-notices.mjs'

/** Rewrites the notices file. Run it after every change of dependencies. */
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
writeFileSync(join(root, NOTICES), notices(root, lock))
