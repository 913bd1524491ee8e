import { open, readFile, rename } from 'node:fs/promises'

/** Reads the text of a file that only its owner may read. Undefined if the file does not exist. */
export async function readSecretFile(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw cause
  })
  return text?.trim()
}

/** Writes a file that only its owner may read. Readers never see a partial file. */
export async function writeSecretFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(`${text}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}
