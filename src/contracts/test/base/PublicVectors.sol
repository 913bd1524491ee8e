// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "./Vm.sol";

/// @title PublicVectors
///
/// @notice Reads the public vectors where they are; a test whose file is missing is skipped, and forge.ts names it.
abstract contract PublicVectors {
    /// @dev The text of a file below the folder of the public vectors. Skips the test when it is missing.
    function readPublic(string memory path) internal returns (string memory) {
        string memory file = string.concat(vm.envOr("LATCHKEY_VECTORS", string("../../../shared/vectors")), "/", path);
        vm.skip(!vm.exists(file));
        return vm.readFile(file);
    }
}
