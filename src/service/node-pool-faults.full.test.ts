import { POOL_FAULTS } from './testing/node-faults/pool-faults.ts'
import { testFaults } from './testing/node-faults/test-faults.ts'

testFaults(POOL_FAULTS)
