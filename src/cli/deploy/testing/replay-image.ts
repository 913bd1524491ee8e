import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { DOCKERFILE, ROOT, trackedFiles } from './deploy-files.ts'
import { listContext, readDockerfile, type Instruction } from './dockerfile.ts'

const run = promisify(execFile)
const OUTPUT_BYTES_MAX = 50_000_000
const wordsSchema = z.array(z.string())

/** Settings of an image for its containers, and the folder that serves as its root. */
export type Image = {
  root: string
  workdir: string
  environment: Record<string, string>
  user: string
  entrypoint: string[]
  command: string[]
  healthcheck: string[]
}

type State = Image & { stages: Map<string, string>; context: readonly string[] }

/**
 * Replays `docker build` for the product's Dockerfile in a new folder, without Docker. Each stage is a
 * folder, its base is this machine with its Node, and a RUN works below that folder. The files of the last
 * stage are then read-only.
 */
export async function replayImage(): Promise<Image & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-image-'))
  // Containers run as other users.
  await chmod(folder, 0o755)
  const state: State = {
    ...emptyImage(folder),
    stages: new Map(),
    context: listContext(DOCKERFILE, trackedFiles()),
  }
  for (const { name, instructions } of readDockerfile(DOCKERFILE)) {
    Object.assign(state, emptyImage(join(folder, name)))
    state.stages.set(name, state.root)
    await mkdir(state.root, { recursive: true })
    for (const instruction of instructions) await INSTRUCTIONS[instruction.word]?.(state, instruction)
  }
  await run('chmod', ['-R', 'a-w,a+rX', state.root])
  return { ...state, folder }
}

function emptyImage(root: string): Image {
  return { root, workdir: '/', environment: {}, user: '', entrypoint: [], command: [], healthcheck: [] }
}

const parseWords = (text: string) => wordsSchema.parse(JSON.parse(text))
const nothing = async () => {}

/** The instructions that are replayed. All other instructions are skipped, and the test must list them. */
const INSTRUCTIONS: Record<string, (state: State, instruction: Instruction) => Promise<void>> = {
  WORKDIR: async (state, { text }) => {
    state.workdir = text
    await mkdir(join(state.root, text), { recursive: true })
  },
  COPY: copy,
  RUN: async ({ root, workdir }, { text }) => {
    // An absolute path would be a folder of this machine, not of the image.
    if (/(^|\s)\/\w/.test(text)) throw new Error(`A step works in its own folder: ${text}`)
    const { PATH, HOME } = process.env
    const env = { ...(PATH && { PATH }), ...(HOME && { HOME }) }
    await run('sh', ['-c', text], { cwd: join(root, workdir), env, maxBuffer: OUTPUT_BYTES_MAX })
  },
  ENV: async (state, { words }) => {
    for (const [name = '', value = ''] of words.map((pair) => pair.split('=')))
      state.environment[name] = value
  },
  USER: async (state, { text }) => void (state.user = text),
  ENTRYPOINT: async (state, { text }) => void (state.entrypoint = parseWords(text)),
  CMD: async (state, { text }) => void (state.command = parseWords(text)),
  HEALTHCHECK: async (state, { text }) => void (state.healthcheck = parseWords(text.replace(/^CMD /, ''))),
  LABEL: nothing,
  VOLUME: nothing,
  EXPOSE: nothing,
  STOPSIGNAL: nothing,
}

/**
 * Copies the allowed files from the build context, or whole folders from a stage. The content of a folder goes into
 * the target.
 */
async function copy({ root, workdir, stages, context }: State, { words, flags }: Instruction): Promise<void> {
  const target = words.at(-1) ?? ''
  const to = target.startsWith('/') ? join(root, target) : join(root, workdir, target)
  const stage = flags['from'] === undefined ? undefined : stages.get(flags['from'])
  if (stage === undefined) {
    const named = words.slice(0, -1)
    const files = named.includes('.') ? context : context.filter((file) => named.includes(file))
    for (const file of files) {
      await mkdir(dirname(join(to, file)), { recursive: true })
      await cp(join(ROOT, file), join(to, file))
    }
    return
  }
  await mkdir(to, { recursive: true })
  for (const word of words.slice(0, -1)) {
    const from = join(stage, word)
    const isFolder = await readdir(from).then(
      () => true,
      () => false,
    )
    await run('cp', ['-a', isFolder ? `${from}/.` : from, to])
  }
}
