import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { SECRETS } from './environment.ts'
import { parseSettings } from './settings.ts'

const KEYS = [`0x${'11'.repeat(32)}`, `0x${'ab'.repeat(32)}`] as const
const CHAIN = { RPC_URL: 'https://rpc.example', CHAIN_ID: '5' }

describe('settings of the chain', () => {
  test('behavior: reads one relayer key, or several separated by commas', () => {
    const keysOf = (text: string) => parseSettings({ ...CHAIN, RELAYER_PRIVATE_KEY: text }).chain?.relayer
    expect(keysOf(KEYS[0])).toEqual({ privateKeys: [KEYS[0]] })
    expect(keysOf(`${KEYS[0]}, ${KEYS[1].replaceAll('ab', 'AB')}`)).toEqual({ privateKeys: KEYS })
  })

  test.each([
    [`${KEYS[0]},${KEYS[0]}`, 'RELAYER_PRIVATE_KEY contains the same key twice.'],
    [`${KEYS[0]},`, 'or several of these with commas between them'],
    ['0x12', 'must be 0x followed by 64 hex digits'],
  ])('error: rejects %s with a message that does not contain a key', (text, words) => {
    const parse = () => parseSettings({ ...CHAIN, RELAYER_PRIVATE_KEY: text })
    expect(parse).toThrow(words)
    expect(parse).not.toThrow(KEYS[0])
  })

  test('param: relayer keys are either in a remote signer or local, not both', () => {
    const RELAYER_SIGNER_URL = 'http://signer.example:9000'
    expect(parseSettings({ ...CHAIN, RELAYER_SIGNER_URL }).chain?.relayer).toEqual({
      signerUrl: RELAYER_SIGNER_URL,
    })
    const both = { ...CHAIN, RELAYER_SIGNER_URL, RELAYER_PRIVATE_KEY: KEYS[0] }
    expect(() => parseSettings(both)).toThrow('RELAYER_PRIVATE_KEY and RELAYER_SIGNER_URL are both set')
    expect(() => parseSettings(CHAIN)).toThrow('RELAYER_PRIVATE_KEY or RELAYER_SIGNER_URL')
    expect(() => parseSettings({ RELAYER_SIGNER_URL })).toThrow('RELAYER_SIGNER_URL needs RPC_URL')
  })

  test('param: policy signers’ keys are either in a remote signer or sealed in the service', () => {
    const given = { ...CHAIN, RELAYER_PRIVATE_KEY: KEYS[0] }
    const POLICY_SIGNER_URL = 'http://signer.example:9001'
    expect(parseSettings({ ...given, POLICY_SIGNER_URL }).chain?.policySignerUrl).toBe(POLICY_SIGNER_URL)
    expect(parseSettings(given).chain?.policySignerUrl).toBeUndefined()
    expect(() => parseSettings({ POLICY_SIGNER_URL })).toThrow('POLICY_SIGNER_URL needs RPC_URL')
    expect(() => parseSettings({ ...given, POLICY_SIGNER_URL: 'signer' })).toThrow(
      'POLICY_SIGNER_URL must be a URL such as http://signer.example:9001',
    )
  })

  test('param: limits of load are optional, and an unset one is the service’s default', () => {
    const given = {
      KEY_REQUESTS_PER_MINUTE: '600',
      ORGANIZATION_REQUESTS_AT_ONCE: '50',
      SIMULATIONS_AT_ONCE_MAX: '16',
      EXECUTIONS_AT_ONCE_MIN: '2',
    }
    expect(parseSettings(given)).toMatchObject({
      requestLimits: {
        keyRequestsPerMinute: 600,
        organizationRequestsPerMinute: undefined,
        keyRequestsAtOnce: undefined,
        organizationRequestsAtOnce: 50,
      },
      simulationsAtOnceMax: 16,
      executionsAtOnceMin: 2,
    })
    const unset = parseSettings({})
    expect([unset.simulationsAtOnceMax, unset.executionsAtOnceMin]).toEqual([undefined, undefined])
    expect(parseSettings({ EXECUTIONS_AT_ONCE_MIN: '3' }).executionsAtOnceMin).toBe(3)
    expect(() => parseSettings({ KEY_REQUESTS_PER_MINUTE: '0' })).toThrow('must be 1 to 99999999 requests')
    expect(() => parseSettings({ KEY_REQUESTS_AT_ONCE: 'none' })).toThrow('must be 1 to 99999 requests')
    expect(() => parseSettings({ SIMULATIONS_AT_ONCE_MAX: '0' })).toThrow('must be 1 to 999')
    expect(() => parseSettings({ EXECUTIONS_AT_ONCE_MIN: '0' })).toThrow('must be 1 to 99')
  })

  test('param: a second provider and a gas budget are optional', () => {
    const given = { ...CHAIN, RELAYER_PRIVATE_KEY: KEYS[0] }
    expect(parseSettings(given)).toMatchObject({
      chain: { secondRpcUrl: undefined },
      gasBudgetWeiPerDay: 10n ** 19n,
      gasLimits: { walletGasPerDay: 100_000_000n, userGasPerDay: 200_000_000n, gasPerCallMax: 3_000_000n },
    })
    const more = { RPC_URL_2: 'https://other.example', GAS_BUDGET_WEI_PER_DAY: '1000000000000000000000' }
    expect(parseSettings({ ...given, ...more })).toMatchObject({
      chain: { secondRpcUrl: 'https://other.example' },
      gasBudgetWeiPerDay: 10n ** 21n,
    })
    expect(() => parseSettings({ RPC_URL_2: 'https://other.example' })).toThrow('RPC_URL_2 needs RPC_URL')
    expect(() => parseSettings({ GAS_BUDGET_WEI_PER_DAY: '1.5' })).toThrow('must be a whole number of wei')
    const none = { GAS_BUDGET_WEI_PER_DAY: 'none', WALLET_GAS_PER_DAY: 'none', USER_GAS_PER_DAY: 'none' }
    expect(parseSettings({ ...given, ...none, GAS_PER_CALL_MAX: '6500000' })).toMatchObject({
      gasBudgetWeiPerDay: undefined,
      gasLimits: { walletGasPerDay: undefined, userGasPerDay: undefined, gasPerCallMax: 6_500_000n },
    })
    expect(parseSettings(given)).toMatchObject({ feePerGasMax: undefined, tipPerGasMin: undefined })
    expect(parseSettings({ ...given, FEE_PER_GAS_MAX: '5000000000000', TIP_PER_GAS_MIN: '0' })).toMatchObject(
      {
        feePerGasMax: 5_000_000_000_000n,
        tipPerGasMin: 0n,
      },
    )
    expect(() => parseSettings({ FEE_PER_GAS_MAX: '0' })).toThrow('must be a whole number of wei')
    expect(() => parseSettings({ WALLET_GAS_PER_DAY: 'x' })).toThrow('must be a whole number of gas, or none')
    expect(() => parseSettings({ GAS_PER_CALL_MAX: '9000000' })).toThrow('must be 100000 to 8000000 gas')
  })
})

test('param: a separate database address for notifications requires the main one', () => {
  const [DATABASE_URL, DATABASE_LISTEN_URL] = ['postgres://pooler/latchkey', 'postgres://direct/latchkey']
  expect(parseSettings({ DATABASE_URL, DATABASE_LISTEN_URL })).toMatchObject({
    databaseUrl: DATABASE_URL,
    databaseListenUrl: DATABASE_LISTEN_URL,
  })
  expect(parseSettings({ DATABASE_URL }).databaseListenUrl).toBeUndefined()
  expect(() => parseSettings({ DATABASE_LISTEN_URL })).toThrow('DATABASE_LISTEN_URL needs DATABASE_URL')
})

test('param: the chain of a hosted service is set completely or not at all', () => {
  const UPSTREAM = { UPSTREAM_URL: 'https://service.example/v1/baas/', UPSTREAM_API_KEY: 'pk_live_x' }
  const [UPSTREAM_CHAIN_ID, UPSTREAM_FACTORY] = ['8453', `0x${'Ab'.repeat(20)}`]
  expect(parseSettings(UPSTREAM).upstream).toEqual({
    baseUrl: 'https://service.example/v1/baas',
    apiKey: 'pk_live_x',
    chain: undefined,
  })
  expect(parseSettings({ ...UPSTREAM, UPSTREAM_CHAIN_ID, UPSTREAM_FACTORY }).upstream?.chain).toEqual({
    chainId: 8453,
    factory: UPSTREAM_FACTORY,
  })
  expect(() => parseSettings({ ...UPSTREAM, UPSTREAM_CHAIN_ID })).toThrow(
    'must be set together or not at all',
  )
  expect(() => parseSettings({ ...UPSTREAM, UPSTREAM_CHAIN_ID, UPSTREAM_FACTORY: '0x12' })).toThrow('40 hex')
})

test('param: the block explorer is an https URL, or http on localhost, without query and fragment', () => {
  const explorerOf = (EXPLORER_URL?: string) => parseSettings({ EXPLORER_URL }).explorerUrl
  expect(explorerOf()).toBeUndefined()
  expect(explorerOf('https://etherscan.io/')).toBe('https://etherscan.io')
  expect(explorerOf('https://scan.example/base')).toBe('https://scan.example/base')
  expect(explorerOf('http://localhost:5100')).toBe('http://localhost:5100')
  for (const refused of [
    'http://etherscan.io',
    'http://localhost.example',
    'javascript:alert(1)',
    'https://scan.example/?q=',
    'etherscan.io',
  ])
    expect(() => explorerOf(refused)).toThrow('EXPLORER_URL must be a URL such as https://explorer.example')
})

/**
 * Unescaped passwords, from langfuse/langfuse 1517, supabase/supabase 35978 and nodemailer/nodemailer 572 and
 * 1332.
 */
test.each([
  ['SMTP_URL', 'smtps://no-reply@ciao.in:Gitw50#2@cloud.ciao.it'],
  ['SMTP_URL', 'smtps://user:12#34@mail.example'],
  ['SMTP_URL', 'smtps://ABCD:PQRS/WXYZ@some-smtp-host.com'],
  ['SMTP_URL', 'smtps://user:pa?ss@mail.example'],
  ['DATABASE_URL', 'postgres://user:pa#ss@db/latchkey'],
  ['DATABASE_URL', 'postgres://user:12#34@db/latchkey'],
  ['DATABASE_LISTEN_URL', 'postgres://user:pa/ss@db/latchkey'],
  ['DATABASE_URL', 'postgres://user:50%off@db/latchkey'],
  ['RPC_URL', 'https://user:50%off@rpc.example'],
  ['RPC_URL_2', 'https://user:pa#ss@rpc.example'],
  ['RELAYER_SIGNER_URL', 'http://user:50%off@signer.example'],
  ['POLICY_SIGNER_URL', 'http://user:50%off@signer.example'],
])('error: a password that is not encoded, in %s → says how to encode it', (name, value) => {
  const DATABASE_URL = 'postgres://pooler/latchkey'
  const parse = () => parseSettings({ DATABASE_URL, [name]: value })
  expect(parse).toThrow(`${name} must be a URL such as`)
  expect(parse).toThrow('write # as %23')
})

test.each([
  ['SMTP_URL', 'smtps://user%40mail.example:p%2Fw%23@mail.example'],
  ['DATABASE_URL', 'postgres://u:*Gm_@HIDDENtq7@@db/latchkey'],
])('param: %s with a password that the driver reads unescaped', (name, value) => {
  expect(Object.values(parseSettings({ [name]: value }))).toContain(value)
})

/** Socket URLs from libpq's documentation (iceddev/pg-connection-string 34). */
test.each([
  [
    'postgres://latchkey@/wallets?host=/run/postgresql',
    'postgres://latchkey@localhost/wallets?host=/run/postgresql',
  ],
  ['postgres:///wallets?host=/run/postgresql', 'postgres:///wallets?host=/run/postgresql'],
  ['postgres://latchkey@%2Frun%2Fpostgresql/wallets', 'postgres://latchkey@%2Frun%2Fpostgresql/wallets'],
])('param: a socket as DATABASE_URL, %s → accepted', (given, taken) => {
  expect(parseSettings({ DATABASE_URL: given }).databaseUrl).toBe(taken)
})

test('error: DATABASE_URL without a host and without a socket → rejected', () => {
  const parse = () => parseSettings({ DATABASE_URL: 'postgres://latchkey@/wallets' })
  expect(parse).toThrow('DATABASE_URL must be a URL such as postgres://user:password@host/database')
})

test('param: an identity provider is set completely or not at all, over https unless it is on this machine', () => {
  const OIDC = { OIDC_CLIENT_ID: 'latchkey', OIDC_CLIENT_SECRET: 'secret' }
  expect(parseSettings({}).identityProvider).toBeUndefined()
  for (const issuer of ['https://login.example/realms/main', 'http://localhost:8080'])
    expect(parseSettings({ ...OIDC, OIDC_ISSUER: issuer }).identityProvider?.issuer).toBe(issuer)
  expect(() => parseSettings(OIDC)).toThrow('must be set together or not at all')
  const forAllTenants = 'https://login.microsoftonline.com/{tenantid}/v2.0'
  for (const issuer of ['http://login.example', 'http://localhost.example/', 'login.example', forAllTenants])
    expect(() => parseSettings({ ...OIDC, OIDC_ISSUER: issuer })).toThrow('OIDC_ISSUER must be a URL')
})

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-settings-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const fileOf = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  test('behavior: reads each secret from the file that its name with _FILE names, without the trailing line break', () => {
    const values: Record<(typeof SECRETS)[number], string> = {
      DATABASE_URL: 'postgres://latchkey:pass@db.example/latchkey',
      DATABASE_LISTEN_URL: 'postgres://latchkey:pass@direct.example/latchkey',
      RPC_URL: 'https://rpc.example/token',
      RPC_URL_2: 'https://other.example/token',
      RELAYER_PRIVATE_KEY: KEYS[0],
      RELAYER_SIGNER_URL: 'http://latchkey:pass@signer.example:9000',
      POLICY_SIGNER_URL: 'http://latchkey:pass@signer.example:9001',
      SMTP_URL: 'smtps://user:pass@mail.example',
      UPSTREAM_API_KEY: 'pk_live_x',
      OIDC_CLIENT_SECRET: 'client secret',
      SECRET_KEY: '22'.repeat(32),
      SECRET_KEY_OLD: '33'.repeat(32),
    }
    const rest = {
      CHAIN_ID: '5',
      UPSTREAM_URL: 'https://service.example/v1/baas',
      OIDC_ISSUER: 'https://login.example',
      OIDC_CLIENT_ID: 'latchkey',
    }
    const files = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`${name}_FILE`, fileOf(name, `${value}\n`)]),
    )
    expect(Object.keys(files)).toEqual(SECRETS.map((name) => `${name}_FILE`))
    // The relayer's keys may come from one source only.
    for (const other of ['RELAYER_PRIVATE_KEY', 'RELAYER_SIGNER_URL']) {
      const inFiles = parseSettings({ ...rest, ...files, [`${other}_FILE`]: undefined })
      expect(inFiles).toEqual(parseSettings({ ...rest, ...values, [other]: undefined }))
    }
  })

  test('error: rejects a missing or empty file, and a secret that is set in both ways', () => {
    const missing = join(folder, 'nobody-wrote-this')
    expect(() => parseSettings({ SECRET_KEY_FILE: missing })).toThrow(
      `SECRET_KEY_FILE names ${missing}, which this user cannot read.`,
    )
    const empty = fileOf('empty', '\n')
    expect(() => parseSettings({ SECRET_KEY_FILE: empty })).toThrow('that file is empty')
    const both = { SECRET_KEY: '22'.repeat(32), SECRET_KEY_FILE: fileOf('key', '33'.repeat(32)) }
    expect(() => parseSettings(both)).toThrow('SECRET_KEY and SECRET_KEY_FILE are both set: unset one.')
    expect(() => parseSettings({ ...both, SECRET_KEY_FILE: '' })).not.toThrow()
    const wrong = fileOf('wrong', 'canary')
    expect(() => parseSettings({ SECRET_KEY_FILE: wrong })).toThrow('SECRET_KEY must be 64 hex digits')
    expect(() => parseSettings({ SECRET_KEY_FILE: wrong })).not.toThrow('canary')
  })
})

test.each([
  'no-reply@wallets.example',
  'Latchkey <no-reply@localhost>',
  '"Acme, Inc." <a@b.example>',
  'A <a@b.example>\n',
])('param: MAIL_FROM=%s → accepted', (given) => {
  expect(parseSettings({ MAIL_FROM: given }).mailFrom).toBe(given)
})

test.each(['"Latchkey <a@b.example>"', "'Latchkey <a@b.example>'", '"a@b.example"', 'no-reply', 'Latchkey'])(
  'error: MAIL_FROM=%s, which no mail can name as its sender → refused',
  (given) => {
    expect(() => parseSettings({ MAIL_FROM: given })).toThrow(/MAIL_FROM must be an address.*without quotes/)
  },
)
