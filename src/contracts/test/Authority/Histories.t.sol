// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {WalletKey} from "../../src/WalletKey.sol";
import {KeysTest} from "../WalletKey/KeysTest.sol";
import {Joined} from "../base/Joined.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {AuthorityModel} from "./AuthorityModel.sol";

/// @notice Random histories with an owner, co-signers, a backup, strangers and time. After every step, the wallet must
///         have accepted the same calls as the model and must have the same state.
///
/// forge-config: default.fuzz.runs = 500
/// forge-config: quick.fuzz.runs = 24
contract HistoriesTest is KeysTest {
    uint256 internal constant STEPS = 24;
    uint256 internal constant KEYS = 10;
    uint256 internal constant ACTIONS = 11;

    AuthorityModel internal model;

    /// Number of times that each action was accepted and refused.
    uint256[ACTIONS] internal done;
    uint256[ACTIONS] internal refused;

    function setUp() public virtual override {
        super.setUp();
        model = new AuthorityModel(1);
    }

    function testFuzz_behavior_agreesWithTheModel(uint256 seed) public {
        for (uint256 number = 0; number < STEPS; ++number) {
            step(uint256(keccak256(abi.encode(seed, number))));
            assertSame();
        }
    }

    /// Checks that every action is accepted and refused at least once. Otherwise, the comparison would prove little.
    function test_behavior_historiesReachEveryCase() public {
        for (uint256 number = 0; number < 700; ++number) {
            step(uint256(keccak256(abi.encode("reach", number))));
            if (number % 8 == 0) assertSame();
        }
        for (uint256 action = 0; action < ACTIONS - 1; ++action) {
            vm.assertTrue(done[action] > 1, string.concat("never done: ", vm.toString(action)));
            vm.assertTrue(refused[action] > 0, string.concat("never refused: ", vm.toString(action)));
        }
    }

    function step(uint256 random) private {
        uint256 action = random % ACTIONS;
        random >>= 8;
        bool success = true;
        if (action < 7) success = selfStep(action, random);
        else if (action == 7) success = objectStep(random);
        else if (action == 8) success = proposeStep(random);
        else if (action == 9) success = finishStep();
        else vm.warp(block.timestamp + (random % 3 == 0 ? random % 31 days : random % 2 days));
        if (success) ++done[action];
        else ++refused[action];
    }

    /// Submits a call of the wallet to itself, signed by a random key and co-signed by a random co-signer or none.
    function selfStep(uint256 action, uint256 random) private returns (bool success) {
        // Mostly a valid key, and a co-signature if one is needed. Otherwise, almost every call would be refused.
        uint256 key = random % 8 == 0 ? 1 + (random >> 8) % KEYS : keyThatCounts((random >> 8) % 8);
        bytes memory data = selfData(action, random >> 16);
        bool needed = model.coSigner() != address(0) && action != 1;
        bool coSigned = (random >> 32) % 8 == 0 ? !needed : needed;
        success = handIn(data, key, coSigned, (random >> 40) % 2 == 0);
        bool expected = model.mayAct(key, coSigned, action == 1) && applySelf(action, random >> 16);
        vm.assertEq(success, expected, string.concat("self-call ", vm.toString(action)));
    }

    function selfData(uint256 action, uint256 random) private view returns (bytes memory) {
        if (action == 0) return abi.encodeCall(wallet.setCoSigner, (candidate(random)));
        if (action == 1) return abi.encodeCall(wallet.startCoSignerRemoval, ());
        if (action == 2) return abi.encodeCall(wallet.keepCoSigner, ());
        if (action == 3) return addCall(keyOf(1 + random % KEYS));
        if (action == 4) return removeCall(keyOf(1 + random % KEYS));
        if (action == 5) return abi.encodeCall(wallet.setBackup, (random % 4 == 0 ? address(0) : BACKUP));
        return abi.encodeCall(wallet.cancelRecovery, ());
    }

    function applySelf(uint256 action, uint256 random) private returns (bool) {
        if (action == 0) return candidate(random) != address(wallet) && model.setCoSigner(candidate(random));
        if (action == 1) return model.startRemoval();
        if (action == 2) return model.keep();
        if (action == 3) return model.addKey(1 + random % KEYS);
        if (action == 4) return model.removeKey(1 + random % KEYS);
        if (action == 5) return model.setBackup(random % 4 == 0 ? address(0) : BACKUP);
        return model.cancelRecovery();
    }

    function objectStep(uint256 random) private returns (bool success) {
        address caller = random % 4 == 0 ? candidate(random >> 8) : model.namedCoSigner();
        if (caller == address(0)) caller = SHOP;
        vm.prank(caller);
        (success,) = address(wallet).call(abi.encodeCall(wallet.objectToRemoval, ()));
        vm.assertEq(success, model.object(caller), "objection");
    }

    function proposeStep(uint256 random) private returns (bool success) {
        address caller = random % 4 == 0 ? SHOP : BACKUP;
        uint256 key = 1 + (random >> 8) % KEYS;
        (uint256 x, uint256 y) = vm.publicKeyP256(keyOf(key));
        vm.prank(caller);
        (success,) = address(wallet).call(abi.encodeCall(wallet.proposeRecovery, (x, y)));
        vm.assertEq(success, model.propose(caller, key), "proposal");
    }

    function finishStep() private returns (bool success) {
        (success,) = address(wallet).call(abi.encodeCall(wallet.finishRecovery, ()));
        vm.assertEq(success, model.finishRecovery(), "finish");
    }

    /// The co-signer is one of two accounts or the wallet of a passkey, sometimes none or the wallet itself.
    function candidate(uint256 random) private view returns (address) {
        uint256 choice = random % 8;
        if (choice == 0) return address(0);
        if (choice == 1) return address(wallet);
        return choice < 5 ? account : address(approvalWallet);
    }

    function keyOf(uint256 key) private pure returns (uint256) {
        return keyNumber(key - 1);
    }

    function keyThatCounts(uint256 place) private view returns (uint256) {
        while (model.keyIn(place) == 0) {
            place = (place + 1) % 8;
        }
        return model.keyIn(place);
    }

    function handIn(bytes memory data, uint256 key, bool coSigned, bool packed) private returns (bool success) {
        (ExecuteCall memory call,) = freshSelfCall(data);
        call.expiration += 1000 * 365 days;
        bytes32 digest = digestOf(call, data);
        kind = model.namedCoSigner() == account ? Kind.Account : Kind.WalletShort;
        bytes memory coSignature = coSigned ? coSign(digest) : bytes("");
        uint256 number = model.placeOf(key) % 8;
        Assertion memory assertion = Passkey.sign(keyOf(key), RP_ID_HASH, digest);
        bytes memory joined =
            number | coSignature.length == 0 ? Passkey.encode(assertion) : Joined.long(assertion, number, coSignature);
        (success,) = address(wallet)
            .call(
                packed
                    ? Joined.packedCall(call, data, assertion, number, coSignature)
                    : Joined.longCall(call, data, joined)
            );
    }

    function assertSame() private {
        vm.assertEq(wallet.coSigner(), model.coSigner(), "co-signer");
        vm.assertEq(wallet.coSignerUntil(), model.until(), "until");
        vm.assertEq(wallet.backup(), model.backup(), "backup");
        (,, uint256 effectiveAt) = wallet.pendingRecovery();
        vm.assertEq(effectiveAt, model.proposedAt() == 0 ? 0 : model.proposedAt() + 3 days, "pending");
        WalletKey.PublicKey[8] memory all = wallet.keys();
        for (uint256 place = 0; place < PLACES; ++place) {
            uint256 key = model.keyIn(place);
            (uint256 x, uint256 y) = key == 0 ? (uint256(0), uint256(0)) : vm.publicKeyP256(keyOf(key));
            vm.assertEq(all[place].qx, x, "qx");
            vm.assertEq(all[place].qy, y, "qy");
        }
        uint256 main = model.keyIn(model.mainPlace());
        assertMainKey(keyOf(main));
        vm.assertEq(wallet.isKeyReplaced(), model.keyIn(0) == 0, "replaced");
        assertTransfersAgree(main);
    }

    /// Submits a transfer by the main key, with the co-signature and without it.
    function assertTransfersAgree(uint256 key) private {
        (ExecuteCall memory call, bytes memory data) = transferCall(0);
        call.expiration = type(uint40).max;
        bool needed = model.coSigner() != address(0);
        kind = model.namedCoSigner() == account ? Kind.Account : Kind.WalletShort;
        bytes32 digest = digestOf(call, data);
        Assertion memory assertion = Passkey.sign(keyOf(key), RP_ID_HASH, digest);
        for (uint256 form = 0; form < 4; ++form) {
            uint256 snapshot = vm.snapshotState();
            bytes memory coSignature = form < 2 ? bytes("") : coSign(digest);
            (bool success,) = address(wallet).call(encodeForm(form % 2 == 0, call, data, assertion, coSignature));
            vm.assertEq(success, needed == (form >= 2), "transfer");
            vm.assertTrue(vm.revertToState(snapshot), "undone");
        }
    }
}
