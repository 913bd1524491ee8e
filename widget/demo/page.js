/*
 * Everything that a shop's page has to do: add the element, give it a way to get a token, and listen. Runs
 * under a policy without inline code and with Trusted Types required.
 */
const { latchkey, coin, till, frame } = document.body.dataset

const byId = (id) => document.getElementById(id)

/** Calls the shop's own backend, which holds the integration secret. */
async function post(path, body = {}) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const content = await answer.json()
  if (!answer.ok) throw new Error(content.message)
  return content
}

const getToken = async () => (await post(frame ? '/framed/session-token' : '/session-token')).token

/** Calls the API that the widget uses, with the same kind of token. */
async function askLatchkey(path) {
  const answer = await fetch(`${latchkey}/api/widget${path}`, {
    headers: { authorization: `Bearer ${await getToken()}` },
  })
  if (!answer.ok) throw new Error('The wallet service is not available right now.')
  return (await answer.json()).content
}

let wallet

function showMessage(text) {
  byId('message').textContent = text
}

/**
 * Creates the element, or the one around a frame with it on the framed form of this page. The two forms
 * differ only here.
 */
function makeElement() {
  const element = document.createElement(frame ? 'latchkey-frame' : 'latchkey-wallet')
  element.setAttribute(frame ? 'src' : 'api-url', frame || latchkey)
  // A frame's token is requested with the frame's origin.
  element.getToken = frame ? async () => (await post('/framed/frame-token')).token : getToken
  return element
}

/** Shows the wallet for one purpose. Removing an earlier element ends its flow. */
function showWidget(attributes) {
  const element = makeElement()
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.addEventListener('latchkey-created', () => attempt(refresh))
  element.addEventListener('latchkey-confirmed', () => attempt(refresh))
  element.addEventListener('latchkey-cancelled', () => element.remove())
  element.addEventListener('latchkey-error', ({ detail }) => console.warn(detail.code, detail.detail))
  byId('stage').replaceChildren(element)
  // On a narrow screen, the element is above the pressed button.
  element.scrollIntoView({ block: matchMedia('(max-width: 52rem)').matches ? 'start' : 'nearest' })
}

/** Shows the balance on the chain with the token's own decimals, exactly and without floating point. */
async function showBalance() {
  const { coins } = await askLatchkey(`/wallets/${wallet.address}/balances`)
  const held = coins.find(({ tokenAddress }) => tokenAddress.toLowerCase() === coin.toLowerCase())
  if (held === undefined) return '0'
  const digits = held.amount.padStart(held.decimals + 1, '0')
  const fraction = digits.slice(-held.decimals).replace(/0+$/, '').padEnd(2, '0')
  const text = `${digits.slice(0, -held.decimals)}.${fraction} ${held.symbol}`
  byId('balance').textContent = text
  return held.amount
}

async function refresh() {
  const wallets = await askLatchkey('/wallets')
  wallet = wallets[0]
  byId('no-wallet').hidden = wallet !== undefined
  byId('wallet').hidden = wallet === undefined
  if (wallet === undefined) return
  byId('address').textContent = wallet.address
  await showBalance()
}

async function showUser(user) {
  byId('account').hidden = user === null
  byId('sign-in').hidden = user !== null
  if (user === null) {
    wallet = undefined
    byId('no-wallet').hidden = true
    byId('wallet').hidden = true
    byId('stage').replaceChildren()
    return
  }
  byId('account-name').textContent = user.name
  await refresh()
}

/** Polls a few times until the balance has changed. Tokens arrive with the next block. */
async function awaitCoins(before) {
  for (let look = 0; look < 20; look += 1) {
    if ((await showBalance()) !== before) return showMessage('25 demo coins have arrived.')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  showMessage('The coins are on their way.')
}

/** Runs an action and displays its error. */
function attempt(act) {
  act().catch((error) => showMessage(error.message))
}

function on(id, event, act) {
  byId(id).addEventListener(event, (happened) => {
    happened.preventDefault()
    showMessage('')
    attempt(async () => act(happened))
  })
}

on('sign-in', 'submit', async ({ target }) => {
  const { user } = await post('/login', Object.fromEntries(new FormData(target)))
  await showUser(user)
})
on('sign-out', 'click', async () => showUser((await post('/logout')).user))
on('create', 'click', () => showWidget({ flow: 'create' }))
on('send', 'click', () => showWidget({ flow: 'send', 'wallet-address': wallet.address }))
on('drip', 'click', async ({ target }) => {
  target.disabled = true
  try {
    showMessage('Asking the faucet…')
    const before = await showBalance()
    await post('/drip', { address: wallet.address })
    await awaitCoins(before)
  } finally {
    target.disabled = false
  }
})

/** Opens the payment of a product. A click before the wallet is known waits for it. */
async function pay(amount) {
  await known
  if (wallet === undefined) return showMessage('Sign in and create a wallet first.')
  showMessage('')
  showWidget({ flow: 'send', 'wallet-address': wallet.address, 'token-address': coin, to: till, amount })
}

for (const button of document.querySelectorAll('[data-price]')) {
  button.addEventListener('click', () => void pay(button.dataset.price))
}

async function showMe() {
  const me = await fetch('/me')
  await showUser((await me.json()).user)
}

const known = showMe().catch((error) => showMessage(error.message))
