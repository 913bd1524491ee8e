import { forgive } from '#e2e/fixtures/complaints.ts'
import type { Row } from '#e2e/fixtures/error-row.ts'
import { errorScene, type Scene } from '#e2e/fixtures/error-scene.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { en, frameEn } from '#widget/texts/en.ts'
import { ROWS } from './error-rows.ts'

const SENTENCES: Partial<Record<string, string>> = { ...en.errors, ...frameEn.errors }
type Coded = Row & { code: string }
const rows = Object.entries<Row>(ROWS).map(([code, row]): Coded => ({ code, ...row }))

/** Tests with nine errors each, so that each test stays short. */
const GROUPS: [name: string, rows: Coded[]][] = [
  ...grouped(
    'while a transfer is confirmed',
    rows.filter(({ scene, timed }) => scene === 'pay' && !timed),
  ),
  ...grouped(
    'while time passes',
    rows.filter(({ timed }) => timed === true),
  ),
  ...grouped(
    'while a wallet is made',
    rows.filter(({ scene }) => scene === 'make'),
  ),
  ...grouped(
    'before anything begins',
    rows.filter(({ scene }) => scene === 'page'),
  ),
]

function grouped(name: string, all: Coded[]): [string, Coded[]][] {
  const parts = Array.from({ length: Math.ceil(all.length / 9) }, (_, part) =>
    all.slice(part * 9, part * 9 + 9),
  )
  return parts.map((part) => [`${name}: ${part.map(({ code }) => code).join(', ')}`, part])
}

for (const [name, group] of GROUPS) {
  test(`error: ${name}`, async ({ stack, admin, complaints }) => {
    test.slow()
    const { page, context } = admin
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.url })
    if (group.some(({ timed }) => timed)) await page.clock.install()
    const scene = await errorScene(stack, admin)
    if (group.some((row) => row.scene === 'make')) await scene.withoutMail()
    for (const row of group) {
      await test.step(row.code, async () => {
        scene.honest()
        await enter(scene, row)
        await row.reach(scene, row.code)
        await expect.poll(async () => heardOf(await scene.codes(), row)).toContain(row.code)
        await scene.at(row.step)
        if (row.unseen !== true) await scene.says(SENTENCES[row.code] ?? 'no sentence')
        if (row.copies === true) await expectNothingPersonal(scene, await copyDetails(), row)
        if (isFirstOfStep(row)) expect(await inspect(page)).toEqual([])
        await row.next(scene)
      })
    }
    // The browser's own messages about responses and connections that this test has broken.
    forgive(complaints, /Failed to load resource|ERR_|Failed to fetch/)

    async function copyDetails(): Promise<string> {
      await page.evaluate(() => navigator.clipboard.writeText(''))
      await scene.alert().getByRole('button', { name: /^Copy/ }).click()
      let text = ''
      await expect(async () => {
        text = await page.evaluate(() => navigator.clipboard.readText())
        expect(text).toContain('code: ')
      }).toPass()
      return text
    }
  })
}

/** Errors of one step differ only in their sentence, so the page is inspected once per step. */
function isFirstOfStep(row: Coded): boolean {
  return rows.find(({ step, copies }) => step === row.step && copies === row.copies) === row
}

/** The newest error, or all if the flow has continued in the meantime. */
function heardOf(codes: string[], { unseen }: Row): string[] {
  return unseen === true ? codes : codes.slice(-1)
}

async function enter(scene: Scene, row: Row): Promise<void> {
  if (row.scene === 'pay') await scene.begin()
  // Removes the element, which would otherwise start again and use up the responses for the next error.
  if (row.scene === 'page') await scene.leave()
  if (row.scene !== 'make') return
  await scene.openCreation()
  await scene.toPasskey()
}

async function expectNothingPersonal(scene: Scene, copied: string, { code }: Coded): Promise<void> {
  expect(copied.startsWith(`code: ${code}`)).toBe(true)
  const { address, label, credentialId, qx } = scene.wallet
  for (const personal of [address, label, credentialId, qx, scene.email() || '@', '0.01 DEMO', 'Bearer'])
    expect(copied.toLowerCase()).not.toContain(personal.toLowerCase())
}
