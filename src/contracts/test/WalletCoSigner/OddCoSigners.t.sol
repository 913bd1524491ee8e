// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {CoSignerTest} from "../base/CoSignerTest.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {CallingCoSigner, OddCoSigner, StrictCoSigner} from "../targets/CoSigners.sol";

/// @notice Tests of co-signers with arbitrary code. Only the ERC-1271 magic value in 32 bytes counts as a signature.
///         Everything else is a refusal.
///
/// forge-config: default.fuzz.runs = 1000
/// forge-config: quick.fuzz.runs = 32
contract OddCoSignersTest is CoSignerTest {
    OddCoSigner internal odd;

    function setUp() public override {
        super.setUp();
        odd = new OddCoSigner();
        asOwner(abi.encodeCall(wallet.setCoSigner, (address(odd))));
    }

    function test_behavior_aMagicWordIsAYes() public {
        assertYes(OddCoSigner.Behavior.ReturnsMagic, "magic");
        assertYes(OddCoSigner.Behavior.ReturnsMagicAndMore, "magic and more");
    }

    function test_error_everythingElseIsANo() public {
        assertNo(OddCoSigner.Behavior.ReturnsNothing, "nothing");
        assertNo(OddCoSigner.Behavior.ReturnsMagicInFourBytes, "4 bytes");
        assertNo(OddCoSigner.Behavior.ReturnsMagicIn31Bytes, "31 bytes");
        assertNo(OddCoSigner.Behavior.ReturnsDirtyMagic, "dirty magic");
        assertNo(OddCoSigner.Behavior.ReturnsMagicAtTheRight, "magic at the right");
        assertNo(OddCoSigner.Behavior.ReturnsOne, "one");
        assertNo(OddCoSigner.Behavior.ReturnsRefusal, "0xffffffff");
        assertNo(OddCoSigner.Behavior.ReturnsOtherMagic, "the magic of the older ERC-1271");
        assertNo(OddCoSigner.Behavior.Reverts, "reverts");
        assertNo(OddCoSigner.Behavior.RevertsWithMagic, "reverts with magic");
    }

    function test_error_whatChangesSomethingIsANo() public {
        assertNo(OddCoSigner.Behavior.Writes, "writes");
        vm.assertEq(odd.writes(), 0, "nothing written");
        assertNo(OddCoSigner.Behavior.SendsEther, "sends ether");
        assertNo(OddCoSigner.Behavior.Creates, "creates a contract");
    }

    function test_error_burnsAllGas() public {
        assertNoWithin(OddCoSigner.Behavior.BurnsAllGas, 2_000_000);
        assertNoWithin(OddCoSigner.Behavior.Loops, 2_000_000);
    }

    /// The co-signer uses gas for its own memory. Copying its revert data would cost the wallet the same again.
    function test_error_revertsWithThreeMegabytes() public {
        odd.setBehavior(OddCoSigner.Behavior.RevertsWithThreeMegabytes);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = encodeForm(true, call, data, signCall(call, data), hex"01");
        uint256 before = gasleft();
        (bool success, bytes memory reason) = address(wallet).call(callData);
        vm.assertFalse(success, "accepted");
        vm.assertEq(reason, coRejected(call, data), "reason");
        vm.assertLe(before - gasleft(), 18_000_000, "gas");
    }

    /// A co-signer that burns all gas cannot prevent its removal, because it is not called.
    function test_behavior_theRemovalOfOneThatBurnsAllGas() public {
        for (uint256 form = 0; form < 2; ++form) {
            odd.setBehavior(form == 0 ? OddCoSigner.Behavior.BurnsAllGas : OddCoSigner.Behavior.Loops);
            (ExecuteCall memory call, bytes memory data) =
                freshSelfCall(abi.encodeCall(wallet.startCoSignerRemoval, ()));
            bytes memory removal = signedByOwner(form == 1, call, data);
            uint256 snapshot = vm.snapshotState();
            (bool success,) = address(wallet).call{gas: 150_000}(removal);
            vm.assertTrue(success, "started");
            vm.assertEq(wallet.coSignerUntil(), START + REMOVAL, "until");
            vm.assertTrue(vm.revertToState(snapshot), "undone");
        }
    }

    function test_behavior_theOwnerIsFreeOfAnOddOneAfterTheRemoval() public {
        odd.setBehavior(OddCoSigner.Behavior.BurnsAllGas);
        startRemoval();
        vm.warp(START + REMOVAL);
        assertCoSignerNeeded(false, "free");
    }

    // error: reentrancy

    function test_error_reentersAnExecution() public {
        (ExecuteCall memory inner, bytes memory innerData) = transferCall(5);
        (ExecuteCall memory removal, bytes memory removalData) =
            freshSelfCall(abi.encodeCall(wallet.startCoSignerRemoval, ()));
        assertReentryIsNone(signedByOwner(true, inner, innerData), "a transfer");
        assertReentryIsNone(encodeForm(true, inner, innerData, signCall(inner, innerData), hex"01"), "co-signed");
        assertReentryIsNone(signedByOwner(true, removal, removalData), "a removal");
    }

    function test_error_callsBackWhatItMayCall() public {
        assertReentryIsNone(abi.encodeCall(wallet.objectToRemoval, ()), "objects");
        assertReentryIsNone(abi.encodeCall(wallet.setCoSigner, (address(0))), "sets another");
        assertReentryIsNone(abi.encodeCall(wallet.keepCoSigner, ()), "keeps itself");
        assertReentryIsNone(abi.encodeCall(wallet.finishRecovery, ()), "finishes a recovery");
        assertReentryIsNone(abi.encodeCall(coin.transferFrom, (address(wallet), SHOP, 1)), "takes coins");
    }

    /// The co-signer may read state, also that of the wallet that calls it.
    function test_behavior_readsTheWalletThatAsks() public {
        CallingCoSigner calling = nameCalling();
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        calling.prepare(address(wallet), abi.encodeCall(wallet.coSigner, ()), false);
        submit(encodeForm(true, call, data, signCall(call, data), hex"01"));
        vm.assertEq(coin.balanceOf(SHOP), 1, "shop");
    }

    /// The co-signer is called with exactly the digest and exactly the given bytes.
    function testFuzz_behavior_isAskedExactly(bytes memory coSignature, bool packed) public {
        vm.assume(coSignature.length < 65_536 && coSignature.length != 0);
        StrictCoSigner strict = new StrictCoSigner();
        odd.setBehavior(OddCoSigner.Behavior.ReturnsMagic);
        (ExecuteCall memory call, bytes memory data) =
            freshSelfCall(abi.encodeCall(wallet.setCoSigner, (address(strict))));
        submit(encodeForm(packed, call, data, signCall(call, data), hex"01"));
        (call, data) = transferCall(1);
        assertCoRejected(call, data, coSignature, "not yet accepted");
        strict.accept(digestOf(call, data), coSignature);
        assertCoRejected(call, data, bytes.concat(coSignature, hex"00"), "a byte more");
        submit(encodeForm(packed, call, data, signCall(call, data), coSignature));
    }

    function test_behavior_aContractObjects() public {
        StrictCoSigner strict = new StrictCoSigner();
        odd.setBehavior(OddCoSigner.Behavior.ReturnsMagic);
        (ExecuteCall memory call, bytes memory data) =
            freshSelfCall(abi.encodeCall(wallet.setCoSigner, (address(strict))));
        submit(encodeForm(true, call, data, signCall(call, data), hex"01"));
        startRemoval();
        strict.objectTo(wallet);
        assertCoSigner(address(strict), START + OBJECTED);
    }

    /// If a co-signature is needed, a contract is called with an empty one too and may accept it.
    function test_param_anEmptyCoSignatureIsAsked() public {
        odd.setBehavior(OddCoSigner.Behavior.ReturnsMagic);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertCoAccepted(call, data, "", "the contract says yes");
        odd.setBehavior(OddCoSigner.Behavior.ReturnsRefusal);
        assertCoRejected(call, data, "", "the contract says no");
    }

    function test_param_theLongestCoSignatureOfThePackedForm() public {
        odd.setBehavior(OddCoSigner.Behavior.ReturnsMagic);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertCoAccepted(call, data, new bytes(65_535), "65,535 bytes");
    }

    /// The owner's signature is checked first, so nobody else can make the co-signer's code run.
    function test_error_isNotAskedAboutWhatTheOwnerDidNotSign() public {
        odd.setBehavior(OddCoSigner.Behavior.BurnsAllGas);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData =
            encodeForm(true, call, data, Passkey.sign(OTHER_KEY, RP_ID_HASH, digestOf(call, data)), hex"01");
        uint256 before = gasleft();
        (bool success,) = address(wallet).call{gas: 5_000_000}(callData);
        vm.assertFalse(success, "accepted");
        vm.assertLe(before - gasleft(), 1_000_000, "not asked");
    }

    function assertYes(OddCoSigner.Behavior behavior, string memory name) private {
        odd.setBehavior(behavior);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertCoAccepted(call, data, hex"01", name);
        bytes memory signature = bytes.concat(
            Passkey.encode(Passkey.sign(PRIVATE_KEY, RP_ID_HASH, wallet.messageDigest("order"))), hex"0001"
        );
        vm.assertEq(bytes32(wallet.isValidSignature("order", signature)), bytes32(bytes4(0x1626ba7e)), name);
    }

    function assertNo(OddCoSigner.Behavior behavior, string memory name) private {
        odd.setBehavior(behavior);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertNoWithBounds(call, data, 3_000_000, name);
        bytes memory signature = bytes.concat(
            Passkey.encode(Passkey.sign(PRIVATE_KEY, RP_ID_HASH, wallet.messageDigest("order"))), hex"0001"
        );
        vm.assertEq(
            bytes32(wallet.isValidSignature{gas: 3_000_000}("order", signature)), bytes32(bytes4(0xffffffff)), name
        );
    }

    function assertNoWithin(OddCoSigner.Behavior behavior, uint256 gas) private {
        odd.setBehavior(behavior);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertNoWithBounds(call, data, gas, "burns gas");
    }

    function assertNoWithBounds(ExecuteCall memory call, bytes memory data, uint256 gas, string memory name) private {
        for (uint256 form = 0; form < 2; ++form) {
            bytes memory callData = encodeForm(form == 1, call, data, signCall(call, data), hex"01");
            (bool success, bytes memory reason) = address(wallet).call{gas: gas}(callData);
            vm.assertFalse(success, name);
            vm.assertEq(reason, coRejected(call, data), name);
            vm.assertFalse(wallet.used(digestOf(call, data)), name);
        }
    }

    /// A co-signer's calls into the wallet change nothing. If the co-signer reverts because such a call failed, the
    /// execution is refused.
    function assertReentryIsNone(bytes memory data, string memory name) private {
        uint256 snapshot = vm.snapshotState();
        CallingCoSigner calling = nameCalling();
        startRemoval();
        (ExecuteCall memory call, bytes memory outer) = transferCall(1);
        address target = bytes4(data) == coin.transferFrom.selector ? address(coin) : address(wallet);
        calling.prepare(target, data, false);
        assertCoRejected(call, outer, hex"01", name);
        calling.prepare(target, data, true);
        submit(encodeForm(true, call, outer, signCall(call, outer), hex"01"));
        vm.assertEq(coin.balanceOf(SHOP), 1, name);
        assertCoSigner(address(calling), START + REMOVAL);
        vm.assertTrue(vm.revertToState(snapshot), "undone");
    }

    function nameCalling() private returns (CallingCoSigner calling) {
        calling = new CallingCoSigner();
        odd.setBehavior(OddCoSigner.Behavior.ReturnsMagic);
        (ExecuteCall memory call, bytes memory data) =
            freshSelfCall(abi.encodeCall(wallet.setCoSigner, (address(calling))));
        submit(encodeForm(true, call, data, signCall(call, data), hex"01"));
    }
}
