// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "./Vm.sol";

/// @title PublicVectors
///
/// @notice Reads the public vectors at their place outside the repository. A test whose file is missing is skipped, and
///         forge.ts reports it.
abstract contract PublicVectors {
    /// @dev Returns the text of a file in the folder of the public vectors. Skips the test if the file is missing.
    function readPublic(string memory path) internal returns (string memory) {
        string memory file = string.concat(vm.envOr("LATCHKEY_VECTORS", string("../../../shared/vectors")), "/", path);
        vm.skip(!vm.exists(file));
        return vm.readFile(file);
    }
}
