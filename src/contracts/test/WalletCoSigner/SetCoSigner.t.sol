// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {WalletAuthority} from "../../src/WalletAuthority.sol";
import {WalletCoSigner} from "../../src/WalletCoSigner.sol";
import {CoSignerTest} from "../base/CoSignerTest.sol";
import {vm} from "../base/Vm.sol";

/// forge-config: default.fuzz.runs = 1000
/// forge-config: quick.fuzz.runs = 32
contract SetCoSignerTest is CoSignerTest {
    function test_behavior_noneAtFirst() public view {
        assertCoSigner(address(0), 0);
    }

    function testFuzz_behavior_theOwnerAloneNamesTheFirst(address named) public {
        vm.assume(named != address(wallet));
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(abi.encodeCall(wallet.setCoSigner, (named)));
        bytes memory callData = signedByOwner(true, call, data);
        vm.expectEmit(true, true, true, true, address(wallet));
        emit WalletCoSigner.CoSignerSet(named);
        submit(callData);
        assertCoSigner(named, 0);
    }

    function test_behavior_countsFromTheNextCallOn() public {
        assertCoSignerNeeded(false, "before");
        nameCoSigner(Kind.Account);
        assertCoSignerNeeded(true, "after");
    }

    /// The batch that sets the co-signer was signed before, so its later calls need no co-signature.
    function test_behavior_namedWithinABatch() public {
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](2);
        calls[0] = PasskeyWallet.Call(address(wallet), 0, abi.encodeCall(wallet.setCoSigner, (account)));
        calls[1] = PasskeyWallet.Call(address(coin), 0, abi.encodeCall(coin.transfer, (SHOP, 1)));
        asOwner(abi.encodeCall(wallet.executeBatch, (calls)));
        vm.assertEq(coin.balanceOf(SHOP), 1, "paid");
        assertCoSignerNeeded(true, "after");
    }

    function test_behavior_bothNameAnother() public {
        nameCoSigner(Kind.Account);
        asBoth(abi.encodeCall(wallet.setCoSigner, (address(approvalWallet))));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertCoRejected(call, data, coSign(digestOf(call, data)), "the former one");
        kind = Kind.WalletShort;
        assertCoSignerNeeded(true, "the new one");
    }

    function test_behavior_bothNameNone() public {
        nameCoSigner(Kind.WalletLong);
        asBoth(abi.encodeCall(wallet.setCoSigner, (address(0))));
        assertCoSigner(address(0), 0);
        assertCoSignerNeeded(false, "none");
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertCoRejected(call, data, coSign(digestOf(call, data)), "a co-signature that none asked for");
    }

    function test_behavior_endsARemoval() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        asBoth(abi.encodeCall(wallet.setCoSigner, (account)));
        assertCoSigner(account, 0);
        vm.warp(START + REMOVAL);
        assertCoSignerNeeded(true, "still there");
    }

    /// The new co-signer can object to its own removal, even if the former one has objected before.
    function test_behavior_forgetsTheObjectionOfTheFormer() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        vm.prank(account);
        wallet.objectToRemoval();
        asBoth(abi.encodeCall(wallet.setCoSigner, (SHOP)));
        assertCoSigner(SHOP, 0);
        startRemoval();
        assertCoSigner(SHOP, START + REMOVAL);
        vm.prank(SHOP);
        wallet.objectToRemoval();
        assertCoSigner(SHOP, START + OBJECTED);
    }

    function test_behavior_theOwnerNamesAnotherAfterTheRemoval() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        vm.warp(START + REMOVAL);
        nameCoSigner(Kind.WalletShort);
        assertCoSigner(address(approvalWallet), 0);
        assertCoSignerNeeded(true, "the new one");
    }

    function test_error_itself() public {
        bytes memory invalid = abi.encodeWithSelector(WalletCoSigner.InvalidCoSigner.selector, address(wallet));
        (ExecuteCall memory call, bytes memory data) =
            freshSelfCall(abi.encodeCall(wallet.setCoSigner, (address(wallet))));
        assertRefused(signedByOwner(false, call, data), invalid, "by the owner");
        nameCoSigner(Kind.Account);
        assertRefused(signedByBoth(true, call, data), invalid, "by both");
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](1);
        calls[0] = PasskeyWallet.Call(address(wallet), 0, data);
        (call, data) = freshSelfCall(abi.encodeCall(wallet.executeBatch, (calls)));
        assertRefused(signedByBoth(true, call, data), invalid, "in a batch");
    }

    function testFuzz_error_byOthers(address caller, address named) public {
        vm.assume(caller != address(wallet));
        nameCoSigner(Kind.Account);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, caller));
        wallet.setCoSigner(named);
        vm.prank(account);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, account));
        wallet.setCoSigner(address(0));
        assertCoSigner(account, 0);
    }

    /// A call that the owner signed before there was a co-signer needs the co-signature afterwards.
    function test_error_whatTheOwnerSignedBefore() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory before = signedByOwner(true, call, data);
        nameCoSigner(Kind.Account);
        assertRefused(before, coRejected(call, data), "signed before");
        submit(signedByBoth(true, call, data));
    }

    function test_error_whatTheFormerCoSignerSigned() public {
        nameCoSigner(Kind.Account);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory both = signedByBoth(true, call, data);
        asBoth(abi.encodeCall(wallet.setCoSigner, (SHOP)));
        assertRefused(both, coRejected(call, data), "another co-signer");
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 100
/// forge-config: quick.fuzz.runs = 8
contract SetCoSignerWithoutPrecompileTest is SetCoSignerTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
