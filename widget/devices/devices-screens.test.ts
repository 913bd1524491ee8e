// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { keyWords } from '#protocol/display/key-words.ts'
import { writeDeviceCode } from '#widget/keys/device-code.ts'
import { h } from '#widget/screens/dom.ts'
import { testStage } from '#widget/testing/test-stage.ts'
import { keysEn } from '#widget/texts/keys/en.ts'
import type { Device } from './device-list.ts'
import { devicesScreens } from './devices-screens.ts'
import { joinScreens } from './join-screens.ts'

const WALLET = { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', label: '', passkey: null }
const KEY = { qx: '1'.repeat(64), qy: '2'.repeat(64) }
const texts = keysEn.devices
const device = (changes: Partial<Device> = {}): Device => ({
  key: { number: 1, ...KEY },
  name: '',
  isThis: false,
  isFirst: false,
  lastUsedAt: undefined,
  passkey: undefined,
  ...changes,
})

function list(
  devices: Device[],
  changes: { isFull?: boolean; isReported?: boolean; isOnlyKnown?: boolean } = {},
) {
  const screen = testStage()
  const view = {
    wallet: WALLET,
    canChangeWallet: false,
    isFull: false,
    isReported: true,
    isOnlyKnown: false,
    problem: undefined,
  }
  const answer = devicesScreens(screen.stage, keysEn).askDevices({ ...view, ...changes, devices })
  return { ...screen, answer }
}

describe('the list of devices', () => {
  test('behavior: each device has its name, marks and words, and a name from others cannot imitate them', () => {
    const name = 'Phone \u202e 0xfB6916095ca1df60bB79'
    const { text, card } = list([
      device({ name, lastUsedAt: '2026-11-20T10:00:00Z' }),
      device({ isThis: true, isFirst: true, key: { number: 0, qx: KEY.qy, qy: KEY.qx } }),
    ])
    expect(text()).toContain(`${texts.isThis} · ${texts.first}`)
    expect(text()).toContain(keyWords(KEY))
    expect(text()).toContain('2026')
    expect(text()).not.toContain('fB6916')
    const label = card.querySelector('li button')?.getAttribute('aria-label')
    expect(label).toContain('Phone')
    expect(label).not.toMatch(/\u202e|fB6916/)
  })

  test.each([
    ['2026-11-20T10:00:00Z', 'Last used: Nov 20, 2026'],
    [null, keysEn.labels.neverUsed],
  ])('behavior: last use %s → “%s”', (lastUsedAt, said) => {
    expect(list([device({ lastUsedAt })]).text()).toContain(said)
  })

  test('behavior: the only passkey cannot be removed', () => {
    expect(list([device({ isThis: true })]).button(texts.remove)).toBeUndefined()
    expect(list([device(), device({ isThis: true })]).button(texts.remove)).toBeDefined()
  })

  test('error: a removal that no other passkey can sign here shows a red warning with the next step', () => {
    const { card } = list([device(), device({ isThis: true })], { isOnlyKnown: true })
    expect(card.querySelector('.warnings .danger')?.textContent).toBe(texts.onlyKnown)
  })

  test.each([
    [true, 'add'],
    [false, 'join'],
  ])('behavior: on a device that is listed (%s), the main action is to %s', async (isThis, kind) => {
    const { submit, answer } = list([device({ isThis })])
    submit()
    expect(await answer).toEqual({ kind })
  })

  test.each([
    [{ isFull: true }, texts.full],
    [{ isReported: false }, texts.unknown],
  ])('behavior: %j says why no device can be added', (changes, said) => {
    const { text, button } = list([device({ isThis: true })], changes)
    expect(text()).toContain(said)
    expect([button(texts.add), button(texts.join)]).toEqual([undefined, undefined])
  })
})

describe('the camera', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('error: a denied camera keeps its button and shows the next step', async () => {
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        detect = async () => []
      },
    )
    const getUserMedia = vi.fn(() => Promise.reject(new DOMException('refused', 'NotAllowedError')))
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
    const { stage, text, button } = testStage()
    void devicesScreens(stage, keysEn).askCode({ draft: '', fieldProblem: undefined })
    expect(text()).not.toContain(texts.noCamera)
    button(texts.scan)?.click()
    await expect.poll(text, { timeout: 3_000 }).toContain(texts.noCamera)
    button(texts.scan)?.click()
    await expect.poll(() => getUserMedia.mock.calls.length, { timeout: 3_000 }).toBe(2)
    await expect.poll(() => text().split(texts.noCamera).length, { timeout: 3_000 }).toBe(2)
  })
})

test('behavior: both devices show the same words for the same key', () => {
  const code = { wallet: WALLET.address, rpId: 'shop.example', ...KEY, name: 'Laptop' }
  const old = testStage()
  void devicesScreens(old.stage, keysEn).askSame(code)
  const fresh = testStage()
  void joinScreens(fresh.stage, keysEn, () => h('div')).showCode({ code, stalled: false })
  for (const { text } of [old, fresh]) expect(text()).toContain(keyWords(KEY))
  expect(fresh.text()).toContain(writeDeviceCode(code))
  expect(old.text()).toContain('DeviceLaptop')
})

test('error: a name that reads like an instruction stays a fact, and the instruction does not change', () => {
  const { stage, card } = testStage()
  const name = 'me.” The words may differ \u202e'
  void devicesScreens(stage, keysEn).askSame({ wallet: '', rpId: '', ...KEY, name })
  expect(card.querySelector('dd bdi')?.textContent).toBe('me.” The words may differ')
  expect(card.querySelector('.lede')?.textContent).toBe(texts.compareLede)
})

test('behavior: the person can report that the words differ', async () => {
  const { stage, button } = testStage()
  const answer = devicesScreens(stage, keysEn).askSame({ wallet: '', rpId: '', ...KEY, name: '' })
  button(texts.different)?.click()
  expect(await answer).toBe(false)
})
