import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type CDPSession, type Page, type Response } from '@playwright/test'
import * as z from 'zod/mini'
import { readSandboxFile } from '#service/index.ts'
import { withWallets } from './bench-list.ts'
import { DEVICE } from './bench-widget-speed.ts'
import { quantile } from './load.ts'
import { timeRow, type Row } from './print-table.ts'

const WALLETS = 100_000
const CPU_SLOWDOWN = 4
const USABLE_MS_MAX = 2_000
const INTERACTION_MS_MAX = 100
const FIRST_SCREEN_BYTES_MAX = 150_000
const CHUNK_BYTES_MAX = 60_000
const VISITS = 5
const STEPS = 40
const LOOK_MS = 50
/** Path of the last request that a page sends while it loads. */
const LAST_ASKED = '/api/sandbox'
const KEY_MS = 30

/** A page, and a text that appears once it has loaded. */
const SCREENS = [
  { name: 'overview', path: '/', text: 'Transactions, last 24 hours' },
  { name: 'wallets', path: '/wallets', text: 'Savings 1' },
]

/**
 * The console in a browser with a processor slowed down four times, on a list of 100,000 wallets. Measures
 * the bytes of the first screen, the time until the first screens are usable, and the time from an
 * interaction to the next paint.
 */
export function benchConsole(): Promise<Row[]> {
  return withWallets(WALLETS, ({ dataDir, origin }) =>
    measureIn(dataDir, origin.replace('127.0.0.1', 'localhost')),
  )
}

async function measureIn(folder: string, origin: string): Promise<Row[]> {
  const executablePath = process.env['LATCHKEY_CHROMIUM'] ?? '/usr/bin/chromium'
  // Uses a profile on disk, as in real use. Without one a browser does not cache compiled scripts.
  const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
  })
  try {
    const page = await browser.newPage()
    const cdp = await browser.newCDPSession(page)
    await setUp(page, cdp, { folder, origin })
    const loaded = await loadedRows(page)
    const interaction = await interactionRow(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    const usable: Row[] = []
    for (const screen of SCREENS) {
      usable.push(await usableRow(page, screen, { visit: 'first', cdp }), await usableRow(page, screen))
    }
    const { what, measured } = await interactionRow(page)
    const slowed = { what: `${what}, CPU slowed ${CPU_SLOWDOWN} times`, measured, budget: '' }
    return [...loaded, interaction, ...usable, slowed]
  } finally {
    await browser.close()
  }
}

async function setUp(
  page: Page,
  cdp: CDPSession,
  { folder, origin }: { folder: string; origin: string },
): Promise<void> {
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE })
  await page.goto(await readSetupUrl(folder, origin, page))
  await page.getByLabel('Your name').fill('Ada')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.addInitScript(NOTE_USABLE)
}

/** Returns the setup link of this start. Until the file is rewritten, it contains the link of the previous start. */
async function readSetupUrl(folder: string, origin: string, page: Page): Promise<string> {
  for (;;) {
    const setupUrl = (await readSandboxFile(folder))?.setupUrl
    if (setupUrl?.startsWith(`${origin}/`) === true) return setupUrl
    await page.waitForTimeout(LOOK_MS)
  }
}

/** JS and CSS that an empty cache loads until the overview is shown, in transferred bytes, and the largest file. */
async function loadedRows(page: Page): Promise<Row[]> {
  const files: Promise<number>[] = []
  const note = (response: Response) => {
    const request = response.request()
    if (!['script', 'stylesheet'].includes(request.resourceType())) return
    files.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  }
  await page.goto('about:blank')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
  page.on('response', note)
  await open(page, SCREENS[0] ?? { path: '/', text: '' })
  page.off('response', note)
  const sizes = await Promise.all(files)
  const row = (what: string, bytes: number, bytesMax: number): Row => ({
    what,
    measured: `${(bytes / 1_000).toFixed(1)} kB`,
    budget: `${bytesMax / 1_000} kB`,
    met: bytes <= bytesMax,
  })
  const sum = sizes.reduce((total, size) => total + size, 0)
  return [
    row(`overview, JS and CSS as sent, ${sizes.length} files`, sum, FIRST_SCREEN_BYTES_MAX),
    row('the largest chunk of a route, brotli', largestChunkBytes(), CHUNK_BYTES_MAX),
  ]
}

function largestChunkBytes(): number {
  const folder = 'dist/console'
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const chunks = readdirSync(join(folder, 'assets')).filter(
    (name) => name.endsWith('.js') && !html.includes(`/assets/${name}`),
  )
  return Math.max(
    ...chunks.map((name) => brotliCompressSync(readFileSync(join(folder, 'assets', name))).length),
  )
}

/**
 * Opens a page and waits until it is usable. Inspects the page only after its last request, because inspecting it
 * earlier would delay it.
 */
async function open(page: Page, { path, text }: { path: string; text: string }): Promise<void> {
  const last = page.waitForResponse((response) => new URL(response.url()).pathname === LAST_ASKED)
  await page.goto(path)
  await last
  await page.getByText(text, { exact: true }).first().waitFor()
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** Measures the time until a screen is usable. With `first`, the browser cache is cleared before each visit. */
async function usableRow(
  page: Page,
  screen: (typeof SCREENS)[number],
  first?: { visit: 'first'; cdp: CDPSession },
): Promise<Row> {
  const times: number[] = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    await page.goto('about:blank')
    await first?.cdp.send('Network.clearBrowserCache')
    await open(page, screen)
    times.push(z.parse(z.number(), await page.evaluate('window.usableMs')))
  }
  const what = `${screen.name}, ${first?.visit ?? 'later'} visit, usable, CPU slowed ${CPU_SLOWDOWN} times, p50`
  return timeRow(what, quantile(times, 0.5), USABLE_MS_MAX, 0)
}

/**
 * Scrolls through the list with keys, types into its search, and reads from the browser how long each key
 * took until the paint.
 */
async function interactionRow(page: Page): Promise<Row> {
  await page.goto('/wallets')
  await page.getByText('Savings 1', { exact: true }).waitFor()
  await page.evaluate(OBSERVE_INTERACTIONS)
  await page.getByRole('main').focus()
  for (let step = 0; step < STEPS; step += 1) {
    await page.keyboard.press('PageDown')
    await page.evaluate(NEXT_PAINT)
  }
  await page.getByRole('searchbox').pressSequentially('savings 77', { delay: KEY_MS })
  await page.getByText('Savings 77', { exact: true }).waitFor()
  const times = z.parse(z.array(z.number()), await page.evaluate('window.interactionsMs'))
  const what = `list of ${WALLETS}, ${times.length} measurable ones of ${STEPS + 10} key presses, interaction to next paint, p95`
  return timeRow(what, quantile(times, 0.95), INTERACTION_MS_MAX, 0)
}

/* Scripts for the page are strings, because this program has no `window`. */
const NOTE_USABLE = `
  const look = () => {
    const isThere = document.querySelector('main h1') && !document.querySelector('main [aria-busy="true"]')
    if (isThere) window.usableMs = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`
const OBSERVE_INTERACTIONS = `
  window.interactionsMs = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.interactionsMs.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })
  true`
const NEXT_PAINT = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))`
