import { TRANSPORT_FAULTS } from './testing/node-faults/transport-faults.ts'
import { testFaults } from './testing/node-faults/test-faults.ts'

testFaults(TRANSPORT_FAULTS)
