// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {ExecuteTest} from "./ExecuteTest.sol";

contract ExecuteLongTest is ExecuteTest {
    function encode(ExecuteCall memory call, bytes memory data, Assertion memory assertion)
        internal
        pure
        override
        returns (bytes memory)
    {
        return Passkey.long(call, data, assertion);
    }

    function test_error_namesTheFlaw() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 digest = digestOf(call, data);
        Assertion memory assertion = Passkey.sign(PRIVATE_KEY, sha256("evil.example"), digest);
        bytes memory expected = rejected(digest, WebAuthnVerifier.Rejection.WrongRelyingParty);
        assertRefused(Passkey.long(call, data, assertion), expected, "relying party");

        assertion = signCall(call, data);
        assertion.authenticatorData = Passkey.slice(assertion.authenticatorData, 0, 36);
        expected = rejected(digest, WebAuthnVerifier.Rejection.Malformed);
        assertRefused(Passkey.long(call, data, assertion), expected, "length");
    }

    function testFuzz_param_anySignatureIsDecidedAsMalformed(bytes memory signature) public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = abi.encodeCall(
            PasskeyWallet.execute, (call.toAddress, 0, data, call.expiration, 0, address(0), address(0), signature)
        );
        bytes memory expected = rejected(digestOf(call, data), WebAuthnVerifier.Rejection.Malformed);
        assertRefused(callData, expected, "malformed");
    }

    function test_param_anExpirationBeyond40BitsIsSpentOnce() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        call.expiration = type(uint256).max;
        execute(call, data);
        vm.warp(START + 365 days);
        bytes memory callData = Passkey.long(call, data, signCall(call, data));
        assertRefused(callData, abi.encodeWithSignature("DigestUsed(bytes32)", digestOf(call, data)), "used");
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 250
/// forge-config: quick.fuzz.runs = 16
/// forge-config: long.fuzz.runs = 1000
contract ExecuteLongWithoutPrecompileTest is ExecuteLongTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
