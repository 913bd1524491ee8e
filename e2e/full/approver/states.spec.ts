import { approve, approvalLink } from '#e2e/fixtures/approver-steps.ts'
import { enrolledCustomer, hold, readNumber } from '#e2e/fixtures/held-calls.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { call, createWallet, prepare } from '#e2e/fixtures/spec-client.ts'
import { show } from '#e2e/fixtures/tour.ts'

const SPENDER = '0x00000000000000000000000000000000000A1107'

test('behavior: “I did not request this” declines, says who was informed, silences the wallet until a given time, and can be undone', async ({
  stack,
  visit,
  picture,
}) => {
  test.setTimeout(120_000)
  const customer = await enrolledCustomer(stack, () => visit({ baseURL: stack.url }), 'Report')
  const { app } = customer
  const uuid = await hold(stack, customer)
  await app.goto(`/approve#transaction=${uuid}`)
  await app.getByRole('button', { name: 'I did not request this' }).click()
  await expect(app.getByRole('status').filter({ hasText: 'Declined' })).toBeVisible()
  await expect(app.getByText(/It was declined, and Demo was notified/)).toBeVisible()
  await expect(app.getByText(/No mail and no notifications about Wallet of Report until/)).toBeVisible()
  await show(app, picture, 'approver-reported')
  expect(await call(stack, 'GET', `/transactions/${uuid}`)).toMatchObject({
    content: { status: 'REJECTED', reason: 'reported by the user, who did not ask for it' },
  })
  await app.getByRole('link', { name: 'Waiting' }).click()
  await hold(stack, customer, { amount: '2000000' })
  await expect(app.getByRole('link', { name: /Send 2 DEMO/ })).toBeVisible()
  await expect(app.getByText(/No mail and no notifications about/)).toBeVisible()
  await show(app, picture, 'approver-inbox-muted')
  await app.getByRole('button', { name: 'Notify me again' }).click()
  await expect(app.getByText(/No mail and no notifications about/)).toBeHidden()
  await app.getByRole('link', { name: 'History' }).click()
  await expect(app.getByRole('link', { name: /Send 1\.5 DEMO/ })).toContainText('Not requested by you')
  await show(app, picture, 'approver-history-reported')
})

test('behavior: an unlimited allowance, a grant over a collection and an unknown call show their warning first', async ({
  stack,
  visit,
  picture,
}) => {
  test.setTimeout(150_000)
  const customer = await enrolledCustomer(stack, () => visit({ baseURL: stack.url }), 'Warnings')
  const { app, wallet } = customer
  const { tokens } = await stack.sandbox()
  const allowance = await prepare(stack, wallet, 'erc20/approve', {
    tokenAddress: tokens.erc20,
    spender: SPENDER,
    amount: String(2n ** 256n - 1n),
  })
  await app.goto(`/approve#transaction=${await hold(stack, customer, { prepared: allowance })}`)
  await expect(app.getByRole('heading', { name: 'Approve spending Unlimited DEMO' })).toBeVisible()
  await expect(app.getByText('The spender can transfer the wallet’s whole balance')).toBeVisible()
  await expect(app.getByText(new RegExp(SPENDER, 'i')).first()).toBeVisible()
  await show(app, picture, 'approver-allowance')
  const grant = await prepare(stack, wallet, 'erc721/set-approval-for-all', {
    tokenAddress: tokens.erc721,
    operator: SPENDER,
    approved: true,
  })
  const granted = await hold(stack, customer, { prepared: grant })
  await app.goto(`/approve#transaction=${granted}`)
  await expect(app.getByText('The operator can transfer all NFTs')).toBeVisible()
  await show(app, picture, 'approver-operator')
  const data = `0x12345678${'00ab'.repeat(60)}` as const
  const unknown = { ...grant, toAddress: SPENDER, txObject: { ...grant.txObject, data } } as const
  const uuid = await hold(stack, customer, { prepared: unknown, by: 'data' })
  await app.goto(`/approve#transaction=${uuid}`)
  await expect(app.getByText('This call is unknown.')).toBeVisible()
  await expect(app.getByRole('textbox', { name: 'Data' })).toHaveValue(data)
  await show(app, picture, 'approver-unknown')
  // The warning still leaves the decision to the user.
  await approve(app, await readNumber(stack, uuid))
  await expect(app.getByRole('status').filter({ hasText: /Confirmed|Failed/ })).toBeVisible()
})

test('error: an expired transaction says so on the open page without a reload, and can no longer be decided', async ({
  stack,
  visit,
  picture,
}) => {
  test.setTimeout(120_000)
  const customer = await enrolledCustomer(stack, () => visit({ baseURL: stack.url }), 'Late')
  const { app } = customer
  const uuid = await hold(stack, customer, { secondsOpen: 20 })
  await app.goto(`/approve#transaction=${uuid}`)
  await expect(app.getByRole('timer')).toHaveClass(/danger/)
  await expect(app.getByRole('status').filter({ hasText: 'Expired' })).toBeVisible({ timeout: 40_000 })
  await expect(app.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await show(app, picture, 'approver-expired')
})

test('error: a used or invalid invitation says what to do, and a new one arrives by mail', async ({
  stack,
  visit,
  picture,
}) => {
  test.setTimeout(120_000)
  const email = uniqueEmail('invited')
  await createWallet(stack, email, { externalUserId: email })
  const { page: app } = await visit({ baseURL: stack.url })
  await app.goto(`/approve#invite=${'A'.repeat(43)}`)
  await expect(app.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  const first = await approvalLink(stack, email, 'invite')
  await app.getByLabel('Your email address').fill(email)
  await app.getByRole('button', { name: 'Send me a new link' }).click()
  await expect(app.getByText('a link is on its way')).toBeVisible()
  await show(app, picture, 'approver-link-spent')
  await expect.poll(() => approvalLink(stack, email, 'invite')).not.toBe(first)
  const { page: phone } = await visit()
  await phone.goto(await approvalLink(stack, email, 'invite'))
  await phone.getByRole('button', { name: 'Create approval passkey' }).click()
  await expect(phone.getByText('No pending approvals.')).toBeVisible()
  await phone.goto(first)
  await expect(phone.getByText('You are already signed in')).toBeVisible()
})

test("error: an administrator's session opens nothing here and decides nothing", async ({
  stack,
  visit,
  admin,
}) => {
  const customer = await enrolledCustomer(stack, () => visit({ baseURL: stack.url }), 'Bypass')
  const uuid = await hold(stack, customer)
  const headers = { origin: stack.url, 'content-type': 'application/json' }
  await admin.page.goto('/')
  for (const [path, data] of [
    ['decisions/begin', { transactionUuid: uuid, decision: 'approve' }],
    ['push/subscriptions', { endpoint: 'https://push.example/1', keys: { p256dh: 'x', auth: 'x' } }],
  ] as const) {
    const answer = await admin.context.request.post(`${stack.url}/approve/api/${path}`, { headers, data })
    expect([answer.status(), await answer.json()]).toMatchObject([
      401,
      { content: { code: 'APPROVER_SESSION_REQUIRED' } },
    ])
  }
  await admin.page.goto(`${stack.url}/approve#transaction=${uuid}`)
  await expect(admin.page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await call(stack, 'GET', `/transactions/${uuid}`)).toMatchObject({
    content: { status: 'PENDING_USER_APPROVAL' },
  })
})
