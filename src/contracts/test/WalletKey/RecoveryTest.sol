// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {WalletTest} from "../base/WalletTest.sol";

/// @notice Base of the tests of recovery.
abstract contract RecoveryTest is WalletTest {
    uint256 internal constant DELAY = 3 days;

    /// Encodes a signed call of the wallet to itself. Its expiration is later than the end of every test.
    function signedSelfCall(uint256 privateKey, bytes memory data) internal view returns (bytes memory) {
        (ExecuteCall memory call,) = selfCall(data);
        call.expiration = START + 365 days;
        return Passkey.long(call, data, Passkey.sign(privateKey, RP_ID_HASH, digestOf(call, data)));
    }

    function setBackup(address newBackup) internal {
        submit(signedSelfCall(PRIVATE_KEY, abi.encodeCall(wallet.setBackup, (newBackup))));
    }

    function propose(uint256 privateKey) internal {
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        vm.prank(wallet.backup());
        wallet.proposeRecovery(x, y);
    }

    function assertKey(uint256 privateKey) internal view {
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        vm.assertEq(wallet.qx(), x, "qx");
        vm.assertEq(wallet.qy(), y, "qy");
        vm.assertEq(wallet.rpIdHash(), RP_ID_HASH, "rpIdHash");
    }

    function assertPending(uint256 x, uint256 y, uint256 effectiveAt) internal view {
        (uint256 pendingX, uint256 pendingY, uint256 pendingAt) = wallet.pendingRecovery();
        vm.assertEq(pendingX, x, "pending x");
        vm.assertEq(pendingY, y, "pending y");
        vm.assertEq(pendingAt, effectiveAt, "effectiveAt");
    }
}
