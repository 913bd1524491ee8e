import { concatHex, numberToHex, size, type Hex } from 'viem'
import { deployAnswering, deployRuntime, type Answers } from './answering-contract.ts'
import type { TestChain } from './chain.ts'

/**
 * Deploys a token that logs any claim and responds to short calls like `deployAnswering`. Calls from the test's
 * own account are commands: a number, three or four topics, data.
 */
export async function deployLogging(test: TestChain, answers: Answers = {}) {
  const delegate = await deployAnswering(test, { 'nothing()': '0x', ...answers })
  const address = await deployRuntime(test, code(delegate))
  const command = (count: number, topics: readonly Hex[], data: Hex) => ({
    to: address,
    data: concatHex([numberToHex(count, { size: 32 }), ...topics, data]),
  })
  /** Writes a log with three or four topics. */
  const logCall = (topics: readonly Hex[], data: Hex) =>
    command(topics.length === 3 ? COMMANDS.three : COMMANDS.four, topics, data)
  return {
    address,
    logCall,
    log: (topics: readonly Hex[], data: Hex) => test.send(logCall(topics, data)),
    /** Writes a number of logs with four topics at once. The last topic counts from 0. */
    logMany: (count: number, topics: readonly [Hex, Hex, Hex]) => test.send(command(count, topics, '0x')),
  }
}

/** Commands, as numbers too large to be counts. */
const COMMANDS = { three: 1_000_003, four: 1_000_004 }
/** Maximum length of a call to a token, in bytes: it has at most two arguments. */
const QUESTION_BYTES_MAX = 68

function code(delegate: Hex): Hex {
  const ask = concatHex(['0x365f5f375f5f365f73', delegate, '0x5af43d5f5f3e'])
  const jump = (at: number) => concatHex(['0x61', numberToHex(at, { size: 2 })])
  const isCommand = concatHex(['0x60', numberToHex(QUESTION_BYTES_MAX, { size: 1 }), '0x3611'])
  const isNumber = (number: number) => concatHex(['0x5f3562', numberToHex(number, { size: 3 }), '0x14'])
  const answerAt = size(isCommand) + 4 + size(ask) + 4 + 3
  const commandAt = answerAt + 4
  const threeAt = commandAt + 1 + 2 * (size(isNumber(0)) + 4) + size(logMany(0))
  const many = logMany(commandAt + 1 + 2 * (size(isNumber(0)) + 4))
  const three = logOne(3)
  const answer = concatHex([ask, jump(answerAt), '0x57', '0x3d5ffd', '0x5b3d5ff3', '0x5b'])
  const choose = [
    concatHex([isNumber(COMMANDS.three), jump(threeAt), '0x57']),
    concatHex([isNumber(COMMANDS.four), jump(threeAt + size(three)), '0x57']),
  ]
  return concatHex([isCommand, jump(commandAt), '0x57', answer, ...choose, many, three, logOne(4)])
}

/**
 * Code that counts from 0 to the first word of the call and runs `LOG4` without data. `at`: offset of this
 * code.
 */
function logMany(at: number): Hex {
  const loop = numberToHex(at + 1, { size: 2 })
  return concatHex(['0x5f5b806060356040356020355f5fa46001015f35811061', loop, '0x5700'])
}

/** Code that logs the data after the topics. Pushes the topics in reverse. */
function logOne(topics: 3 | 4): Hex {
  const dataAt = numberToHex(32 + 32 * topics, { size: 1 })
  const pushes: Hex[] = topics === 3 ? ['0x606035604035602035'] : ['0x608035606035604035602035']
  const [dup, log]: [Hex, Hex] = topics === 3 ? ['0x83', '0xa3'] : ['0x84', '0xa4']
  return concatHex([
    '0x5b60',
    dataAt,
    '0x360380',
    '0x60',
    dataAt,
    '0x5f37',
    ...pushes,
    dup,
    '0x5f',
    log,
    '0x00',
  ])
}
