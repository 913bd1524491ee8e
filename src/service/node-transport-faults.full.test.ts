import { testFaults } from './testing/node-faults/test-faults.ts'
import { TRANSPORT_FAULTS } from './testing/node-faults/transport-faults.ts'

testFaults(TRANSPORT_FAULTS)
