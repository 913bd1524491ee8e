import { ANSWER_FAULTS } from './testing/node-faults/answer-faults.ts'
import { testFaults } from './testing/node-faults/test-faults.ts'

testFaults(ANSWER_FAULTS)
