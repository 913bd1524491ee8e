import { join } from 'node:path'
import { ROOT } from '#widget/build/file-config.ts'
import { buildPackage } from './build-package.ts'
import { PACKAGE_DIR } from './package-parts.ts'

/** Runs `npm run build -- package`, which builds the npm package from the sources and the built widget. */
await buildPackage(join(ROOT, PACKAGE_DIR))
