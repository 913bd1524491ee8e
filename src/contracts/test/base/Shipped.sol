// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "./Vm.sol";

/// @title Shipped
///
/// @notice Deploys contracts from the shipped bytecode in `src/protocol/abi`. The tests themselves are compiled by the
///         compiler's legacy code generator, which is faster. forge.ts checks that the bytecode files are up to date.
library Shipped {
    /// @dev Deploys the contract of `src/protocol/abi/<name>-bytecode.ts`.
    function deploy(string memory name) internal returns (address deployed) {
        bytes memory code = bytecode(name);
        assembly ("memory-safe") {
            deployed := create(0, add(code, 0x20), mload(code))
        }
        require(deployed != address(0), name);
    }

    /// @dev Returns the only quoted text of the file.
    function bytecode(string memory name) internal view returns (bytes memory) {
        string memory file = vm.readFile(string.concat("../protocol/abi/", name, "-bytecode.ts"));
        return vm.parseBytes(vm.split(file, "'")[1]);
    }
}
