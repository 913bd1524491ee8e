// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall, PackedExecute} from "../../src/PackedExecute.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {ExecuteTest} from "./ExecuteTest.sol";

contract ExecutePackedTest is ExecuteTest {
    /// Encodes as pack-execute.ts does: parts that are zero and the usual head are left out.
    function encode(ExecuteCall memory call, bytes memory data, Assertion memory assertion)
        internal
        pure
        override
        returns (bytes memory)
    {
        bytes32 head = keccak256(Passkey.slice(assertion.clientDataJSON, 0, assertion.challengeIndex));
        bool usual = head == keccak256(bytes(Passkey.USUAL_HEAD)) && assertion.typeIndex == 1;
        bool withFee = call.fee != 0 || call.feeCoinAddress != address(0) || call.feeWithdrawAddress != address(0);
        return Passkey.packed(call, data, assertion, usual, call.value != 0, withFee);
    }

    function testFuzz_behavior_partsMayBeWrittenOut(bool usual, bool withValue, bool withFee) public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        submit(Passkey.packed(call, data, signCall(call, data), usual, withValue, withFee));
        vm.assertEq(coin.balanceOf(SHOP), 1, "shop");
    }

    function testFuzz_error_refusesCalldataThatEndsTooEarly(uint256 length) public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        (call.value, call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (1, 3, address(coin), COLLECTOR);
        bytes memory callData = Passkey.packed(call, data, signCall(call, data), false, true, true);
        // The calldata always has the selector. If only the call's data is cut, the digest changes.
        length = 4 + length % (callData.length - 4);
        bytes memory cut = Passkey.slice(callData, 0, length);
        (bool success, bytes memory reason) = address(wallet).call(cut);
        vm.assertFalse(success, "cut");
        if (length < callData.length - data.length) {
            bytes memory expected = abi.encodeWithSelector(PackedExecute.MalformedPackedCall.selector, length);
            vm.assertEq(reason, expected, "reason");
        }
    }

    /// The shortest complete calldata has only zeros. It is read and then refused for its values.
    function test_param_theShortestCalldataIsRead() public {
        bytes memory shortest = bytes.concat(wallet.executePacked.selector, new bytes(98));
        (bool success, bytes memory reason) = address(wallet).call(shortest);
        vm.assertFalse(success, "says nothing");
        vm.assertTrue(bytes4(reason) != PackedExecute.MalformedPackedCall.selector, "read");
    }

    function testFuzz_error_refusesUnknownParts(uint8 parts) public {
        vm.assume(parts > 15);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = encode(call, data, signCall(call, data));
        callData[98] = bytes1(parts);
        bytes memory expected = abi.encodeWithSelector(PackedExecute.MalformedPackedCall.selector, callData.length);
        assertRefused(callData, expected, "parts");
    }

    /// Sets each bit without a meaning, alone and together with all bits that have one.
    function test_error_refusesEachUnknownPart() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = encode(call, data, signCall(call, data));
        bytes memory expected = abi.encodeWithSelector(PackedExecute.MalformedPackedCall.selector, callData.length);
        for (uint256 part = 16; part < 256; part *= 2) {
            callData[98] = bytes1(uint8(part));
            assertRefused(callData, expected, "alone");
            callData[98] = bytes1(uint8(part | 15));
            assertRefused(callData, expected, "beside the others");
        }
    }

    function testFuzz_param_anyCalldataIsRefused(bytes memory noise) public {
        (bool success,) = address(wallet).call(bytes.concat(wallet.executePacked.selector, noise));
        vm.assertFalse(success, "noise");
    }

    /// A head that is written out is checked. If it is left out, the usual one is used.
    function test_error_theHeadIsPartOfWhatWasSigned() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory good = Passkey.authenticatorData(RP_ID_HASH, 0x05, 0);
        string memory tail = ',"origin":"https://shop.example.com","type":"webauthn.get"}';
        Assertion memory assertion = Passkey.sign(PRIVATE_KEY, good, "{", tail, digestOf(call, data));
        (bool success,) = address(wallet).call(Passkey.packed(call, data, assertion, true, false, false));
        vm.assertFalse(success, "usual head was not signed");
        submit(Passkey.packed(call, data, assertion, false, false, false));
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 250
/// forge-config: quick.fuzz.runs = 16
/// forge-config: long.fuzz.runs = 1000
contract ExecutePackedWithoutPrecompileTest is ExecutePackedTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
