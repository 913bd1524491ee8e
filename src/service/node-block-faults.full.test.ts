import { BLOCK_FAULTS } from './testing/node-faults/block-faults.ts'
import { testFaults } from './testing/node-faults/test-faults.ts'

testFaults(BLOCK_FAULTS)
