import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerRequests, renderLive } from '#web/console/testing/render-live.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { LogoCard } from './logo-card.tsx'

const PATH = '/api/org/organization'
const ORGANIZATION = { id: 'o', name: 'Demo', sandbox: false, logo: null }

/** Replaces the browser's decoder and canvas. Images have this size and two bytes per pixel. */
let picture = { width: 0, height: 0 }
let drawn: number[][] = []
beforeEach(() => {
  drawn = []
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (file.name.startsWith('broken')) throw new DOMException('no picture', 'InvalidStateError')
    return picture
  })
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      readonly width: number
      readonly height: number
      constructor(width: number, height: number) {
        this.width = width
        this.height = height
        drawn.push([width, height])
      }
      getContext() {
        return { drawImage: () => undefined }
      }
      async convertToBlob() {
        return new Blob([new Uint8Array(this.width * this.height * 2)])
      }
    },
  )
})
afterEach(() => void vi.unstubAllGlobals())

function choose(card: HTMLElement, file: File): void {
  const input = card.querySelector('input')
  Object.defineProperty(input, 'files', { value: [file] })
  input?.dispatchEvent(new Event('change', { bubbles: true }))
}
const buttons = (card: HTMLElement) => [...card.querySelectorAll('button')].map((one) => one.textContent)

test.each([
  ['scaled down', { width: 1_000, height: 500 }, [[128, 64]]],
  ['never enlarged', { width: 20, height: 10 }, [[20, 10]]],
])('behavior: sends the image drawn by the browser, %s', async (_, size, expected) => {
  picture = size
  const asked = answerRequests({ [`GET ${PATH}`]: ORGANIZATION, [`PUT ${PATH}`]: ORGANIZATION })
  const card = renderLive(<LogoCard />)
  await expect.poll(() => buttons(card)).toEqual(['Choose a picture'])
  choose(card, new File(['x'], 'logo.webp', { type: 'image/webp' }))
  await expect.poll(() => asked).toContain(`PUT ${PATH}`)
  expect(drawn).toEqual(expected)
})

test.each([
  ['another type', new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }), 'Choose a PNG, JPEG or WebP'],
  ['too many bytes', new File([new Uint8Array(5_000_001)], 'a.png', { type: 'image/png' }), 'at most 5 MB'],
  ['no picture', new File(['x'], 'broken.png', { type: 'image/png' }), 'Choose a PNG'],
])('error: refuses a file with %s before sending anything', async (_, file, text) => {
  const asked = answerRequests({ [`GET ${PATH}`]: ORGANIZATION })
  const card = renderLive(<LogoCard />)
  await expect.poll(() => buttons(card)).toEqual(['Choose a picture'])
  choose(card, file)
  await expect.poll(() => card.textContent).toContain(text)
  expect(asked).toEqual([`GET ${PATH}`])
})

test('behavior: an admin sees the logo, and the sentence that owners can change it', async () => {
  answerRequests({ [`GET ${PATH}`]: { ...ORGANIZATION, logo: 'iVBO' } })
  const session = { ...SIGNED_IN, admin: { ...SIGNED_IN.admin, role: 'admin' } as const }
  const card = renderLive(<LogoCard />, { session })
  await expect.poll(() => card.querySelector('img')?.src).toBe('data:image/png;base64,iVBO')
  expect(card.textContent).toContain('For owners')
  expect(buttons(card)).toEqual([])
})

test('behavior: renders no card if the service has no logos', async () => {
  answerRequests({ [`GET ${PATH}`]: { ...ORGANIZATION, logo: undefined } })
  const card = renderLive(<LogoCard />)
  await expect.poll(() => card.textContent).toBe('')
})
