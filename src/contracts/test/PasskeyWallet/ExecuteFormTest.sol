// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {WalletTest} from "../base/WalletTest.sol";

/// @notice Base of the tests that run for `execute` and for `executePacked`.
abstract contract ExecuteFormTest is WalletTest {
    /// Encodes a call in the form under test.
    function encode(ExecuteCall memory call, bytes memory data, Assertion memory assertion)
        internal
        pure
        virtual
        returns (bytes memory);

    function sendSigned(ExecuteCall memory call, bytes memory data) internal {
        submit(encode(call, data, signCall(call, data)));
    }

    function signed(ExecuteCall memory call, bytes memory data) internal view returns (bytes memory) {
        return encode(call, data, signCall(call, data));
    }
}
