import { createServer } from 'node:http'
import { encodeAbiParameters, type Address } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { listenLocally } from '#protocol/testing/listen-locally.ts'
import { collectibleSchema } from '#protocol/wallets.ts'
import { abiString, deployAnswering } from '#service/testing/answering-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')

let asked: string[] = []
/** Releases the pending responses of `/held.png`. */
let letGo: (() => void)[] = []

const world = await serviceWorld.holdings()
// The sandbox may call this machine's loopback, where the pictures of these tests are.
world.ctx.settings.sandbox = true
const wallet = await world.createWallet()
const web = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (request.url === '/moved.png') response.writeHead(302, { location: '/picture.png' }).end()
  else if (request.url === '/held.png') letGo.push(() => void response.end(PNG))
  else if (request.url === '/circle') response.writeHead(302, { location: '/circle' }).end()
  else if (request.url === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  else if (request.url === '/huge.png') response.end(Buffer.concat([PNG, Buffer.alloc(1_100_000)]))
  else if (request.url?.endsWith('.json'))
    response.end(JSON.stringify({ name: 'On the web', image: `${origin}/picture.png` }))
  else if (request.url === '/picture.png') response.writeHead(200, { 'content-type': 'text/html' }).end(PNG)
  else response.writeHead(404).end()
})
const origin = `http://localhost:${await listenLocally(web)}`
afterAll(async () => {
  await world.stop()
  web.close()
})

let nextId = 1n
/** Deploys a token with this URI, and stores that the index has found an item of it in the wallet. */
async function holdItem(
  tokenUri: string,
  kind: 'collectible' | 'multiToken' = 'collectible',
  holder = wallet,
) {
  const tokenId = (nextId += 1n)
  const signature = kind === 'collectible' ? 'tokenURI(uint256)' : 'uri(uint256)'
  const token = await deployAnswering(world.chain, { [signature]: abiString(tokenUri) })
  await claim(token, tokenId, kind, holder)
  return { token, tokenId }
}

async function claim(token: Address, tokenId: bigint, kind: 'collectible' | 'multiToken', holder = wallet) {
  await world.ctx.db
    .insertInto('holding_claims')
    .values({
      chain_id: world.ctx.chain.id,
      wallet_address: `0x${holder.address.slice(2).toLowerCase()}`,
      kind,
      token_address: `0x${token.slice(2).toLowerCase()}`,
      item: tokenId.toString(),
      open: true,
      block_number: '0',
      log_index: 0,
      item_index: 0,
    })
    .execute()
}

const ask = ({ token, tokenId }: { token: Address; tokenId: bigint }) =>
  world.call('GET', `/v1/baas/wallets/${wallet.address}/collectibles/${token}/${tokenId}`)

const inJson = (metadata: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(metadata)).toString('base64')}`
const inData = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`

test('behavior: returns a picture in the contract itself, with its words made harmless', async () => {
  const item = await holdItem(
    inJson({ name: 'Cat\u202Egnp.exe', description: 'd'.repeat(900), image: inData(PNG) }),
  )
  const { status, content } = await ask(item)
  expect(status).toBe(200)
  expect(collectibleSchema.parse(content)).toEqual(content)
  expect(content).toMatchObject({ name: 'Catgnp.exe', tokenId: item.tokenId.toString() })
  expect(content.picture).toEqual({ mediaType: 'image/png', base64: PNG.toString('base64') })
  expect(Array.from(content.description)).toHaveLength(500)
})

test('behavior: the service fetches a picture on the web, through a redirect, once', async () => {
  const item = await holdItem(inJson({ image: `${origin}/moved.png` }))
  asked = []
  const [first, second] = await Promise.all([ask(item), ask(item)])
  const third = await ask(item)
  for (const { content } of [first, second, third]) {
    expect(content.picture.mediaType).toBe('image/png')
  }
  expect(asked.filter((path) => path === '/picture.png')).toHaveLength(1)
})

test('error: an organization may wait for 100 items at a time, and one more → 429', async () => {
  const item = await holdItem(inJson({ image: `${origin}/held.png` }))
  letGo = []
  const all = Array.from({ length: 101 }, () => ask(item))
  expect(await Promise.race(all)).toMatchObject({ status: 429, content: { code: 'RATE_LIMITED' } })
  await expect.poll(() => letGo.length).toBe(1)
  letGo.forEach((go) => go())
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  expect((await ask(item)).status).toBe(200)
})

test('behavior: fetches four items per organization at a time, and its queue does not delay another organization', async () => {
  const other = await world.addOrganization('Other', 'other.localhost')
  const theirs = await world.createWallet({ organization: other })
  const slow = await Promise.all(
    Array.from({ length: 20 }, () => holdItem(inJson({ image: `${origin}/held.png` }))),
  )
  const { token, tokenId } = await holdItem(inJson({ image: `${origin}/picture.png` }), 'collectible', theirs)
  letGo = []
  const all = slow.map((item) => ask(item))
  await expect.poll(() => letGo.length).toBe(4)
  const path = `/v1/baas/wallets/${theirs.address}/collectibles/${token}/${tokenId}`
  expect((await world.call('GET', path, { key: other.key })).content.picture.mediaType).toBe('image/png')
  expect(letGo).toHaveLength(4)
  for (let done = 0; done < slow.length; done += 4) {
    await expect.poll(() => letGo.length).toBe(4)
    letGo.splice(0).forEach((go) => go())
  }
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(slow.map(() => 200))
})

test('behavior: fills the id into a multi-token’s metadata address', async () => {
  const item = await holdItem(`${origin}/{id}.json`, 'multiToken')
  asked = []
  expect((await ask(item)).content).toMatchObject({ name: 'On the web', picture: { mediaType: 'image/png' } })
  expect(asked).toContain(`/${item.tokenId.toString(16).padStart(64, '0')}.json`)
})

test.each([
  ['an empty address', () => '', 'none'],
  ['metadata without a picture', () => inJson({ name: 'Words alone' }), 'none'],
  ['a drawing', () => inJson({ image: inData(SVG, 'image/svg+xml') }), 'kind'],
  ['a drawing that says it is a PNG', () => inJson({ image: inData(SVG) }), 'kind'],
  ['metadata that is no JSON', () => 'data:application/json,{', 'kind'],
  ['a scheme that is not known', () => inJson({ image: 'ftp://pictures.example/1.png' }), 'kind'],
  ['a file of this machine', () => inJson({ image: 'file:///etc/passwd' }), 'kind'],
  [
    'an address that is not public',
    () => inJson({ image: 'http://169.254.169.254/latest/meta-data' }),
    'kind',
  ],
  ['a redirect to an address that is not public', () => inJson({ image: `${origin}/inside` }), 'kind'],
  ['a redirect without end', () => inJson({ image: `${origin}/circle` }), 'unreachable'],
  ['a picture that is not there', () => inJson({ image: `${origin}/gone.png` }), 'unreachable'],
  ['a picture that is too large', () => inJson({ image: `${origin}/huge.png` }), 'size'],
  ['IPFS without a gateway', () => inJson({ image: 'ipfs://bafybeigdyrzt/1.png' }), 'unreachable'],
  ['Arweave without a gateway', () => inJson({ image: 'ar://uDGFerrdx_qDPotWYfTx' }), 'unreachable'],
  ['a drawing in place of metadata', () => inData(SVG, 'image/svg+xml'), 'kind'],
  ['a picture in place of metadata that is too large', () => `${origin}/huge.png`, 'size'],
])('error: %s has no picture, and causes no error', async (_, tokenUri, problem) => {
  const { status, content } = await ask(await holdItem(tokenUri()))
  expect([status, content.problem, content.picture]).toEqual([200, problem, undefined])
})

test.each([
  ['in place of metadata (MetaMask/core 4482)', () => inData(PNG), ''],
  [
    'in metadata without encoding (blockscout/blockscout 9696)',
    () => `data:application/json;utf8,{"name": "100% #3","image":"${inData(PNG)}"}`,
    '100% #3',
  ],
  ['at ar:// (blockscout/blockscout 11019)', () => 'ar://picture.png', ''],
  ['in metadata at ar://', () => 'ar://4QQFLd0tIIu0uGu/0.json', 'On the web'],
])('behavior: displays a picture %s', async (_, tokenUri, name) => {
  world.ctx.settings.arweaveGateway = `${origin}/`
  const { content } = await ask(await holdItem(tokenUri()))
  world.ctx.settings.arweaveGateway = undefined
  expect(content).toMatchObject({ name, picture: { mediaType: 'image/png' } })
})

test('error: a contract that returns no text has no picture', async () => {
  for (const answer of [encodeAbiParameters([{ type: 'uint256' }], [7n]), 'revert', 'loop'] as const) {
    const token = await deployAnswering(world.chain, {
      'tokenURI(uint256)': answer,
      'other()': abiString(String(nextId)),
    })
    const tokenId = (nextId += 1n)
    await claim(token, tokenId, 'collectible')
    expect((await ask({ token, tokenId })).content).toMatchObject({ problem: 'none', name: '' })
  }
})

test('behavior: retries an unreachable picture minutes later, and keeps a fetched one for days', async () => {
  const item = await holdItem(inJson({ image: `${origin}/gone.png` }))
  asked = []
  await ask(item)
  await ask(item)
  expect(asked).toEqual(['/gone.png'])
  world.ctx.clock.advance(301_000)
  await ask(item)
  expect(asked).toEqual(['/gone.png', '/gone.png'])
})

test('error: does not fetch an item that the wallet does not hold', async () => {
  const token = await deployAnswering(world.chain, {
    'tokenURI(uint256)': abiString(inJson({ image: inData(PNG) })),
  })
  expect((await ask({ token, tokenId: 1n })).content.code).toBe('NOT_FOUND')
  const other = await world.call('GET', `/v1/baas/wallets/${token}/collectibles/${token}/1`)
  expect(other.content.code).toBe('WALLET_NOT_OWNED')
})
