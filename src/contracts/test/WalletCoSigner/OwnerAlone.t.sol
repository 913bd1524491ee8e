// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {CoSignerTest} from "../base/CoSignerTest.sol";
import {vm} from "../base/Vm.sol";

/// @notice Tests that the owner alone can only start the removal while there is a co-signer, and only with one exact
///         call.
///
/// forge-config: default.fuzz.runs = 1000
/// forge-config: quick.fuzz.runs = 32
contract OwnerAloneTest is CoSignerTest {
    function setUp() public virtual override {
        super.setUp();
        asOwner(abi.encodeCall(wallet.setBackup, (BACKUP)));
        nameCoSigner(Kind.Account);
    }

    function test_error_movesNothing() public {
        ExecuteCall memory call;
        (call.toAddress, call.value, call.expiration) = (SHOP, 1, START + 1);
        assertAlone(call, "", "ether");
        (call.toAddress, call.value) = (address(coin), 0);
        assertAlone(call, abi.encodeCall(coin.transfer, (SHOP, 1)), "coins");
        assertAlone(call, abi.encodeCall(coin.approve, (SHOP, 1)), "an allowance");
        (call.feeCoinAddress, call.fee, call.feeWithdrawAddress) = (address(coin), 1, COLLECTOR);
        call.toAddress = SHOP;
        assertAlone(call, "", "a fee alone");
    }

    function test_error_changesNothingOfTheWallet() public {
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        assertSelfAlone(abi.encodeCall(wallet.setCoSigner, (address(0))), "no co-signer");
        assertSelfAlone(abi.encodeCall(wallet.setCoSigner, (SHOP)), "another co-signer");
        assertSelfAlone(abi.encodeCall(wallet.setCoSigner, (account)), "the same co-signer");
        assertSelfAlone(abi.encodeCall(wallet.setCoSigner, (address(wallet))), "itself");
        assertSelfAlone(abi.encodeCall(wallet.objectToRemoval, ()), "objecting");
        assertSelfAlone(abi.encodeCall(wallet.setBackup, (SHOP)), "another backup");
        assertSelfAlone(abi.encodeCall(wallet.setBackup, (address(0))), "no backup");
        assertSelfAlone(abi.encodeCall(wallet.addKey, (x, y)), "a key more");
        (x, y) = vm.publicKeyP256(PRIVATE_KEY);
        assertSelfAlone(abi.encodeCall(wallet.removeKey, (x, y)), "a key less");
        assertSelfAlone(abi.encodeCall(wallet.cancelCall, (bytes32("call"), START + 9)), "cancelling a call");
        assertSelfAlone(abi.encodeCall(wallet.finishRecovery, ()), "finishing a recovery");
        assertSelfAlone("", "nothing");
    }

    function test_error_refusesNoRecovery() public {
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        vm.prank(BACKUP);
        wallet.proposeRecovery(x, y);
        assertSelfAlone(abi.encodeCall(wallet.cancelRecovery, ()), "cancelling a recovery");
        asBoth(abi.encodeCall(wallet.cancelRecovery, ()));
    }

    function test_error_keepsNothing() public {
        startRemoval();
        assertSelfAlone(abi.encodeCall(wallet.keepCoSigner, ()), "keeping");
        assertSelfAlone(abi.encodeCall(wallet.setCoSigner, (address(0))), "not waiting");
        assertCoSigner(account, START + REMOVAL);
    }

    /// A call that starts the removal and does anything else needs the co-signature.
    function test_error_removalWithAnythingElse() public {
        bytes memory removal = abi.encodeCall(wallet.startCoSignerRemoval, ());
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (address(wallet), START + 9);
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (1, address(coin), COLLECTOR);
        assertAlone(call, removal, "with a fee");
        call.fee = FUNDS;
        assertAlone(call, removal, "with everything as a fee");
        (call.feeCoinAddress, call.fee) = (address(0), 1);
        assertAlone(call, removal, "with a fee in no coin");
        (call.fee, call.value) = (0, 1);
        assertAlone(call, removal, "with a value");
        call.value = 100 ether;
        assertAlone(call, removal, "with all ether");
        call.value = 0;
        assertAlone(call, bytes.concat(removal, hex"00"), "with a byte more");
        assertAlone(call, bytes.concat(removal, new bytes(32)), "with a word more");
        assertAlone(call, hex"000000", "three bytes");
        assertAlone(call, bytes.concat(bytes3(bytes4(removal))), "a byte less");
        call.toAddress = address(coin);
        assertAlone(call, removal, "of another contract");
        call.toAddress = address(approvalWallet);
        assertAlone(call, removal, "of another wallet");
        call.toAddress = factory.implementation();
        assertAlone(call, removal, "of the implementation");
        call.toAddress = address(uint160(address(wallet)) ^ 1);
        assertAlone(call, removal, "of an address that differs by a bit");
    }

    function test_error_removalInABatch() public {
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](1);
        calls[0] = PasskeyWallet.Call(address(wallet), 0, abi.encodeCall(wallet.startCoSignerRemoval, ()));
        assertSelfAlone(abi.encodeCall(wallet.executeBatch, (calls)), "alone in a batch");
        assertSelfAlone(abi.encodeCall(wallet.executeBatch, (new PasskeyWallet.Call[](0))), "an empty batch");
        calls = new PasskeyWallet.Call[](2);
        calls[0] = PasskeyWallet.Call(address(wallet), 0, abi.encodeCall(wallet.startCoSignerRemoval, ()));
        calls[1] = PasskeyWallet.Call(address(coin), 0, abi.encodeCall(coin.transfer, (SHOP, 1)));
        assertSelfAlone(abi.encodeCall(wallet.executeBatch, (calls)), "with a transfer");
    }

    /// A removal inside another execution. If both have signed the outer call, the lock refuses it.
    function test_error_removalInsideAnExecution() public {
        (ExecuteCall memory inner, bytes memory innerData) =
            freshSelfCall(abi.encodeCall(wallet.startCoSignerRemoval, ()));
        bytes memory removal = signedByOwner(true, inner, innerData);
        assertSelfAlone(removal, "an execution as a self-call");
        (ExecuteCall memory outer, bytes memory outerData) = freshSelfCall(removal);
        bytes memory reentrant = abi.encodeWithSelector(PasskeyWallet.ReentrantCall.selector);
        assertRefused(signedByBoth(false, outer, outerData), reentrant, "signed by both");
    }

    function testFuzz_error_anyOtherSelector(bytes4 selector) public {
        vm.assume(selector != wallet.startCoSignerRemoval.selector);
        assertSelfAlone(abi.encodePacked(selector), "selector");
    }

    function testFuzz_error_anyOtherTarget(address target) public {
        vm.assume(target != address(wallet));
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (target, START + 9);
        assertAlone(call, abi.encodeCall(wallet.startCoSignerRemoval, ()), "target");
    }

    function testFuzz_error_anyOtherData(bytes memory data) public {
        vm.assume(keccak256(data) != keccak256(abi.encodeCall(wallet.startCoSignerRemoval, ())));
        assertSelfAlone(data, "data");
    }

    function testFuzz_error_anyValueOrFee(uint256 value, uint256 fee, address feeCoin) public {
        vm.assume(value | fee != 0);
        ExecuteCall memory call = ExecuteCall(address(wallet), value, START + 9, fee, feeCoin, COLLECTOR);
        assertAlone(call, abi.encodeCall(wallet.startCoSignerRemoval, ()), "value or fee");
    }

    function testFuzz_error_withAnyCoSignature(bytes memory noise) public {
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(abi.encodeCall(wallet.setCoSigner, (address(0))));
        assertCoRejected(call, data, noise, "noise");
    }

    function assertSelfAlone(bytes memory data, string memory name) private {
        (ExecuteCall memory call,) = freshSelfCall(data);
        assertAlone(call, data, name);
    }

    function assertAlone(ExecuteCall memory call, bytes memory data, string memory name) private {
        vm.assertEq(wallet.coSigner(), account, "there is a co-signer");
        assertCoRejected(call, data, "", name);
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 100
/// forge-config: quick.fuzz.runs = 8
contract OwnerAloneWithoutPrecompileTest is OwnerAloneTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
