/*
 * A compiler program for forge. It supports `--version`, compiles standard JSON from stdin, and runs in the
 * folder of foundry.toml. Without it, forge would download a native compiler. It uses solc from node_modules,
 * which also writes src/protocol/abi.
 */
import { readFileSync } from 'node:fs'
import solc from 'solc'

if (process.argv.includes('--version')) {
  const version = solc.version().replace('.Emscripten.clang', '.Linux.g++')
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`)
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8'), { import: findImport }))
}

/** Reads a file that a package imports by a relative path. Forge does not include these files in the JSON. */
function findImport(path) {
  try {
    return { contents: readFileSync(path, 'utf8') }
  } catch (cause) {
    return { error: String(cause) }
  }
}
