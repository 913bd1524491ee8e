// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {ReplayRing} from "../../src/ReplayRing.sol";
import {WalletAuthority} from "../../src/WalletAuthority.sol";
import {WalletCoSigner} from "../../src/WalletCoSigner.sol";
import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {CoSignerTest} from "../base/CoSignerTest.sol";
import {Joined} from "../base/Joined.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";

/// forge-config: default.fuzz.runs = 1000
/// forge-config: quick.fuzz.runs = 32
contract StartCoSignerRemovalTest is CoSignerTest {
    function testFuzz_behavior_theOwnerAlone(uint256 choice, uint256 time, bool packed) public {
        nameCoSigner(Kind(choice % KINDS));
        time = START + time % 900 days;
        vm.warp(time);
        (ExecuteCall memory call, bytes memory data) = removalCall();
        bytes memory callData = signedByOwner(packed, call, data);
        vm.expectEmit(true, true, true, true, address(wallet));
        emit WalletCoSigner.CoSignerRemovalStarted(coSigner(), time + REMOVAL);
        submit(callData);
        assertCoSigner(coSigner(), time + REMOVAL);
    }

    /// The co-signature is needed until the last second of the delay. After that, the owner can sign alone.
    function testFuzz_behavior_takesEffectByItself(uint256 choice, uint256 wait) public {
        nameCoSigner(Kind(choice % KINDS));
        startRemoval();
        vm.warp(START + wait % REMOVAL);
        assertCoSignerNeeded(true, "during the removal");
        vm.warp(START + REMOVAL - 1);
        assertCoSignerNeeded(true, "last second");
        vm.warp(START + REMOVAL);
        assertCoSignerNeeded(false, "at the end");
        assertCoSigner(address(0), START + REMOVAL);
        vm.warp(START + REMOVAL + wait % 10_000 days);
        assertCoSignerNeeded(false, "later");
    }

    function test_error_aCoSignatureAfterTheEnd() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        vm.warp(START + REMOVAL);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertCoRejected(call, data, coSign(digestOf(call, data)), "none is needed, so none may be given");
    }

    /// The exempt call is refused with a co-signature, so that it has only one valid form.
    function test_error_withACoSignature() public {
        nameCoSigner(Kind.Account);
        (ExecuteCall memory call, bytes memory data) = removalCall();
        bytes32 digest = digestOf(call, data);
        bytes memory expected = coRejected(digest, address(0));
        assertRefused(signedByBoth(false, call, data), expected, "long form");
        assertRefused(signedByBoth(true, call, data), expected, "packed form");
        assertRefused(encodeForm(true, call, data, signCall(call, data), hex"00"), expected, "a byte");
        submit(signedByOwner(true, call, data));
    }

    /// Address 1 is a precompile and cannot sign. The owner removes it like any other co-signer.
    function test_behavior_theLowestAddressAsCoSigner() public {
        asOwner(abi.encodeCall(wallet.setCoSigner, (address(1))));
        startRemoval();
        assertCoSigner(address(1), START + REMOVAL);
        vm.warp(START + REMOVAL);
        assertCoSignerNeeded(false, "removed");
    }

    function test_behavior_bothStartItInABatch() public {
        nameCoSigner(Kind.WalletShort);
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](2);
        calls[0] = PasskeyWallet.Call(address(wallet), 0, abi.encodeCall(wallet.startCoSignerRemoval, ()));
        calls[1] = PasskeyWallet.Call(address(coin), 0, abi.encodeCall(coin.transfer, (SHOP, 1)));
        asBoth(abi.encodeCall(wallet.executeBatch, (calls)));
        assertCoSigner(address(approvalWallet), START + REMOVAL);
        vm.assertEq(coin.balanceOf(SHOP), 1, "paid");
    }

    /// A fee coin with a fee of zero pays nothing, so the call is still exempt.
    function testFuzz_behavior_aFeeOfZeroIsNone(address feeCoin, address feeReceiver) public {
        nameCoSigner(Kind.Account);
        ExecuteCall memory call = ExecuteCall(address(wallet), 0, START + 9, 0, feeCoin, feeReceiver);
        submit(signedByOwner(true, call, abi.encodeCall(wallet.startCoSignerRemoval, ())));
        assertCoSigner(account, START + REMOVAL);
    }

    function test_error_withoutACoSigner() public {
        (ExecuteCall memory call, bytes memory data) = removalCall();
        bytes memory none = abi.encodeWithSelector(WalletCoSigner.NoCoSigner.selector);
        assertRefused(signedByOwner(true, call, data), none, "never had one");
        nameCoSigner(Kind.Account);
        asBoth(abi.encodeCall(wallet.setCoSigner, (address(0))));
        assertRefused(signedByOwner(true, call, data), none, "has none any more");
        nameCoSigner(Kind.Account);
        startRemoval();
        vm.warp(START + REMOVAL);
        assertRefused(signedByOwner(false, call, data), none, "its power has ended");
        vm.assertFalse(wallet.used(digestOf(call, data)), "not spent");
    }

    /// A second start would shorten the delay to which the co-signer has extended the removal.
    function test_error_twice() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        (ExecuteCall memory call, bytes memory data) = removalCall();
        bytes memory pending = abi.encodeWithSelector(WalletCoSigner.RemovalPending.selector, START + REMOVAL);
        assertRefused(signedByOwner(false, call, data), pending, "at once");
        vm.prank(account);
        wallet.objectToRemoval();
        vm.warp(START + 29 days);
        pending = abi.encodeWithSelector(WalletCoSigner.RemovalPending.selector, START + OBJECTED);
        assertRefused(signedByOwner(true, call, data), pending, "after the objection");
        assertCoSigner(account, START + OBJECTED);
    }

    function test_error_replay() public {
        nameCoSigner(Kind.Account);
        (ExecuteCall memory call, bytes memory data) = removalCall();
        submit(signedByOwner(true, call, data));
        asBoth(abi.encodeCall(wallet.keepCoSigner, ()));
        bytes memory used = abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digestOf(call, data));
        assertRefused(signedByOwner(true, call, data), used, "packed form");
        assertRefused(signedByOwner(false, call, data), used, "long form");
        assertCoSigner(account, 0);
    }

    /// Owner and co-signer can cancel a removal that the owner was tricked into signing.
    function test_behavior_bothTakeBackASignedRemoval() public {
        nameCoSigner(Kind.Account);
        (ExecuteCall memory call, bytes memory data) = removalCall();
        bytes32 digest = digestOf(call, data);
        asBoth(abi.encodeCall(wallet.cancelCall, (digest, call.expiration)));
        assertRefused(
            signedByOwner(true, call, data),
            abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digest),
            "taken back"
        );
    }

    function testFuzz_error_byOthers(address caller) public {
        vm.assume(caller != address(wallet));
        nameCoSigner(Kind.Account);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, caller));
        wallet.startCoSignerRemoval();
        vm.prank(account);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, account));
        wallet.startCoSignerRemoval();
    }

    /// Only the co-signature is not needed. A valid key must still have signed.
    function testFuzz_error_byAnotherKey(uint256 privateKey) public {
        privateKey = privateKey % (Passkey.N - 1) + 1;
        vm.assume(privateKey != PRIVATE_KEY && privateKey != Passkey.N - PRIVATE_KEY);
        nameCoSigner(Kind.WalletLong);
        (ExecuteCall memory call, bytes memory data) = removalCall();
        bytes32 digest = digestOf(call, data);
        bytes memory expected = rejected(digest, WebAuthnVerifier.Rejection.WrongSignature);
        Assertion memory assertion = Passkey.sign(privateKey, RP_ID_HASH, digest);
        assertRefused(encodeForm(true, call, data, assertion, ""), expected, "packed form");
        assertRefused(encodeForm(false, call, data, assertion, ""), expected, "long form");
    }

    function test_error_byTheApprovalPasskey() public {
        nameCoSigner(Kind.WalletLong);
        (ExecuteCall memory call, bytes memory data) = removalCall();
        bytes32 digest = digestOf(call, data);
        Assertion memory assertion = Passkey.sign(APPROVAL_KEY, APPROVAL_RP_ID_HASH, digest);
        assertRefused(
            encodeForm(true, call, data, assertion, ""),
            rejected(digest, WebAuthnVerifier.Rejection.WrongSignature),
            "packed form"
        );
        assertRefused(
            encodeForm(false, call, data, assertion, ""),
            rejected(digest, WebAuthnVerifier.Rejection.WrongRelyingParty),
            "long form"
        );
    }

    /// Each valid key can start the removal, with its own number.
    function test_behavior_byASecondKey() public {
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        asOwner(abi.encodeCall(wallet.addKey, (x, y)));
        nameCoSigner(Kind.Account);
        (ExecuteCall memory call, bytes memory data) = removalCall();
        Assertion memory assertion = Passkey.sign(OTHER_KEY, RP_ID_HASH, digestOf(call, data));
        submit(Joined.longCall(call, data, Joined.long(assertion, 1, "")));
        assertCoSigner(account, START + REMOVAL);
    }

    function removalCall() private returns (ExecuteCall memory call, bytes memory data) {
        return freshSelfCall(abi.encodeCall(wallet.startCoSignerRemoval, ()));
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 100
/// forge-config: quick.fuzz.runs = 8
contract StartCoSignerRemovalWithoutPrecompileTest is StartCoSignerRemovalTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
