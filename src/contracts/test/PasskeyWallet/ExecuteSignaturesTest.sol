// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {ExecuteFormTest} from "./ExecuteFormTest.sol";

/// @notice Tests that a wallet refuses a call whose fields, wallet, chain or assertion differ from what was signed.
abstract contract ExecuteSignaturesTest is ExecuteFormTest {
    // error: the signature binds every field

    function testFuzz_error_refusesAnyOtherCall(uint256 field, uint256 mask) public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (3, address(coin), COLLECTOR);
        Assertion memory assertion = signCall(call, data);
        vm.assume(uint160(mask) != 0 && uint8(mask) != 0);
        field = field % 7;
        if (field == 0) call.toAddress = address(uint160(call.toAddress) ^ uint160(mask));
        if (field == 1) call.value ^= mask;
        if (field == 2) data[mask % data.length] ^= bytes1(uint8(mask));
        if (field == 3) call.expiration += uint32(mask | 1);
        if (field == 4) call.fee ^= mask;
        if (field == 5) call.feeCoinAddress = address(uint160(call.feeCoinAddress) ^ uint160(mask));
        if (field == 6) call.feeWithdrawAddress = address(uint160(call.feeWithdrawAddress) ^ uint160(mask));
        assertRejected(call, data, assertion);
    }

    function test_error_refusesADifferentLengthOfData() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        Assertion memory assertion = signCall(call, data);
        assertRejected(call, bytes.concat(data, hex"00"), assertion);
        assertRejected(call, Passkey.slice(data, 0, data.length - 1), assertion);
        assertRejected(call, "", assertion);
    }

    function test_error_refusesTheSignatureOfAnotherWallet() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        Assertion memory assertion = signCall(call, data);
        (uint256 x, uint256 y) = vm.publicKeyP256(PRIVATE_KEY);
        wallet = PasskeyWallet(payable(factory.deploy(x, y, sha256("other.example.com"))));
        assertRejected(call, data, assertion);
    }

    function testFuzz_error_refusesTheSignatureOfAnotherChain(uint64 chainId) public {
        vm.assume(chainId != block.chainid && chainId != 0);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        Assertion memory assertion = signCall(call, data);
        vm.chainId(chainId);
        assertRejected(call, data, assertion);
    }

    // error: the assertion

    function testFuzz_error_refusesAnotherKey(uint256 privateKey) public {
        privateKey = privateKey % (Passkey.N - 1) + 1;
        vm.assume(privateKey != PRIVATE_KEY && privateKey != Passkey.N - PRIVATE_KEY);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertRejected(call, data, Passkey.sign(privateKey, RP_ID_HASH, digestOf(call, data)));
    }

    function test_error_refusesEachFlawOfAnAssertion() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 digest = digestOf(call, data);
        assertRejected(call, data, assertionWith(RP_ID_HASH, 0x04, Passkey.USUAL_HEAD, digest));
        assertRejected(call, data, assertionWith(RP_ID_HASH, 0x01, Passkey.USUAL_HEAD, digest));
        assertRejected(call, data, assertionWith(sha256("evil.example"), 0x05, Passkey.USUAL_HEAD, digest));
        assertRejected(call, data, assertionWith(RP_ID_HASH, 0x05, '{"type":"webauthn.create",', digest));
        assertRejected(call, data, assertionWith(RP_ID_HASH, 0x05, Passkey.USUAL_HEAD, ~digest));

        Assertion memory assertion = assertionWith(RP_ID_HASH, 0x05, Passkey.USUAL_HEAD, digest);
        assertion.s = Passkey.N - assertion.s;
        assertRejected(call, data, assertion);
        assertion.s = 0;
        assertRejected(call, data, assertion);
        assertion.r = 0;
        assertRejected(call, data, assertion);
    }

    function test_error_refusesDecoysInNestedObjects() public {
        // First the challenge is in a nested object and the type outside. Then the type is in a nested object, before
        // and after the challenge.
        assertDecoyRejected('{"type":"webauthn.get","extra":{', '},"challenge":"AAAA"}');
        assertDecoyRejected('{"extra":{"type":"webauthn.get"},"type":"webauthn.create",', "}");
        assertDecoyRejected("{", ',"type":"webauthn.create","extra":{"type":"webauthn.get"}}');
    }

    function test_behavior_acceptsChallengeFirst() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory good = Passkey.authenticatorData(RP_ID_HASH, 0x05, 0);
        string memory tail = ',"origin":"https://shop.example.com","type":"webauthn.get"}';
        submit(encode(call, data, Passkey.sign(PRIVATE_KEY, good, "{", tail, digestOf(call, data))));
    }

    function testFuzz_error_refusesAnyChangedByte(uint256 place, bytes1 mask) public {
        vm.assume(mask != 0);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (3, address(coin), COLLECTOR);
        bytes memory callData = signed(call, data);
        callData[place % callData.length] ^= mask;
        (bool success,) = address(wallet).call(callData);
        // Only padding bytes in the long form can change without an effect.
        vm.assertTrue(!success || coin.balanceOf(SHOP) == 1, "moved something else");
        vm.assertTrue(!success || coin.balanceOf(COLLECTOR) == 3, "paid something else");
    }

    // Private functions.

    function assertionWith(bytes32 rpIdHash, bytes1 flags, string memory head, bytes32 digest)
        private
        view
        returns (Assertion memory)
    {
        bytes memory data = Passkey.authenticatorData(rpIdHash, flags, 0);
        return Passkey.sign(PRIVATE_KEY, data, bytes(head), bytes(Passkey.USUAL_TAIL), 1, digest);
    }

    function assertDecoyRejected(string memory head, string memory tail) private {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory good = Passkey.authenticatorData(RP_ID_HASH, 0x05, 0);
        assertRejected(call, data, Passkey.sign(PRIVATE_KEY, good, head, tail, digestOf(call, data)));
    }

    function assertRejected(ExecuteCall memory call, bytes memory data, Assertion memory assertion) private {
        bytes32 digest = digestOf(call, data);
        (bool success, bytes memory reason) = address(wallet).call(encode(call, data, assertion));
        vm.assertFalse(success, "accepted");
        // The two forms may report different rejections, but both report that the assertion was rejected.
        vm.assertEq(bytes32(bytes4(reason)), bytes32(PasskeyWallet.AssertionRejected.selector), "reason");
        vm.assertEq(bytes32(Passkey.slice(reason, 4, 36)), digest, "digest");
        vm.assertFalse(wallet.used(digest), "not spent");
    }
}
