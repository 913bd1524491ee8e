/*
 * The compiler as forge wants it: a program that answers `--version` and compiles standard JSON from stdin, run in the
 * folder of foundry.toml. Forge would download a native one; this is solc of node_modules, the same that writes
 * src/protocol/abi.
 */
import { readFileSync } from 'node:fs'
import solc from 'solc'

if (process.argv.includes('--version')) {
  const version = solc.version().replace('.Emscripten.clang', '.Linux.g++')
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`)
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8'), { import: findImport }))
}

/** Packages import their own files by relative paths, which forge does not send along. */
function findImport(path) {
  try {
    return { contents: readFileSync(path, 'utf8') }
  } catch (cause) {
    return { error: String(cause) }
  }
}
