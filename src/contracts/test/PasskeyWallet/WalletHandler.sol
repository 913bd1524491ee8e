// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {DemoCoin} from "../../src/demo/DemoCoin.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";

/// @title WalletHandler
///
/// @notice Handler of the invariant tests of a wallet. Its owner signs, a relayer submits, a backup recovers, and an
///         attacker tries forbidden calls. The handler records what was allowed to happen.
contract WalletHandler {
    uint256 private constant KEYS = 3;
    uint256 private constant DELAY = 3 days;
    bytes32 private constant RP_ID_HASH = sha256("shop.example.com");
    address public constant SHOP = address(uint160(uint256(keccak256("shop"))));
    address public constant COLLECTOR = address(uint160(uint256(keccak256("collector"))));

    /// @dev A call signed by the passkey that was valid at that time.
    struct Signed {
        ExecuteCall call;
        bytes data;
        bytes32 digest;
        uint256 key;
        uint256 amount;
        bool executed;
        bool takenBack;
    }

    PasskeyWallet public immutable wallet;
    DemoCoin public immutable coin;

    /// The valid key, and the pending proposal of the backup.
    uint256 public key = 1;
    address public backup;
    uint256 public proposedKey;
    uint256 public proposedAt;

    /// The amounts that must have arrived.
    uint256 public paid;
    uint256 public fees;
    uint256 public executions;
    uint256 public takenBack;

    Signed[] private _signed;
    uint256 private _selfCalls;

    constructor(PasskeyWallet newWallet, DemoCoin newCoin) {
        (wallet, coin) = (newWallet, newCoin);
    }

    function privateKey(uint256 number) public pure returns (uint256) {
        return uint256(keccak256(abi.encode("key", number))) % (Passkey.N - 1) + 1;
    }

    function count() external view returns (uint256) {
        return _signed.length;
    }

    function signed(uint256 index) external view returns (bytes32 digest, uint256 expiration, bool spent) {
        Signed storage each = _signed[index];
        return (each.digest, each.call.expiration, each.executed || each.takenBack);
    }

    // Actions of the owner and the relayer.

    /// Signs a transfer with the valid key and submits it.
    function transfer(uint256 amount, uint256 fee, uint256 lifetime, bool packed) external {
        Signed storage next = _signed.push();
        next.amount = amount % 1000;
        next.data = abi.encodeCall(coin.transfer, (SHOP, next.amount));
        next.call.toAddress = address(coin);
        next.call.expiration = block.timestamp + 1 + lifetime % 2 hours;
        if (fee % 3 != 0) {
            (next.call.fee, next.call.feeCoinAddress, next.call.feeWithdrawAddress) =
            (fee % 50, address(coin), COLLECTOR);
        }
        next.key = key;
        next.digest = digestOf(next.call, next.data);
        if (lifetime % 5 != 0) handIn(_signed.length - 1, packed);
    }

    /// Submits a call that was signed earlier, possibly in the other form.
    function again(uint256 index, bool packed) external {
        if (_signed.length == 0) return;
        handIn(_signed.length - 1 - index % _signed.length, packed);
    }

    /// The owner cancels a call that the valid passkey or an earlier one has signed.
    function takeBack(uint256 index) external {
        if (_signed.length == 0) return;
        Signed storage each = _signed[_signed.length - 1 - index % _signed.length];
        bool expected = !each.executed && !each.takenBack && each.call.expiration > block.timestamp;
        bool success = trySelfCall(abi.encodeCall(wallet.cancelCall, (each.digest, each.call.expiration)));
        vm.assertEq(success, expected, "taken back exactly when it may be");
        if (!success) return;
        each.takenBack = true;
        ++takenBack;
    }

    /// The owner sets or removes the backup.
    function nameBackup(uint256 choice) external {
        backup = choice % 4 == 0 ? address(0) : address(uint160(0xbac0 + choice % 2));
        selfCall(abi.encodeCall(wallet.setBackup, (backup)));
        proposedAt = 0;
    }

    /// The owner cancels the proposed recovery.
    function cancel() external {
        if (proposedAt == 0) return;
        selfCall(abi.encodeCall(wallet.cancelRecovery, ()));
        proposedAt = 0;
    }

    // Actions of the backup, and actions open to anyone.

    function propose(uint256 choice) external {
        if (backup == address(0)) return;
        proposedKey = 1 + choice % KEYS;
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey(proposedKey));
        vm.prank(backup);
        wallet.proposeRecovery(x, y);
        proposedAt = block.timestamp;
    }

    function finish() external {
        try wallet.finishRecovery() {
            vm.assertTrue(proposedAt != 0 && block.timestamp >= proposedAt + DELAY, "finished too early");
            (key, proposedAt) = (proposedKey, 0);
        } catch {
            vm.assertTrue(proposedAt == 0 || block.timestamp < proposedAt + DELAY, "could not be finished");
        }
    }

    function pass(uint256 time) external {
        vm.warp(block.timestamp + (time % 3 == 0 ? 3 days + (time >> 8) % 1 days : time % 40 minutes));
    }

    // Actions of the attacker.

    /// Submits a new call with one byte changed, or one signed by a key that is not valid.
    function attack(uint256 seed, bytes1 mask, bool packed) external {
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (address(coin), block.timestamp + 100);
        bytes memory data = abi.encodeCall(coin.transfer, (address(0xbad), 1 + seed % 1000));
        uint256 wrongKey = 1 + (key + seed % (KEYS - 1)) % KEYS;
        uint256 signer = seed % 2 == 0 ? key : wrongKey;
        bytes memory callData = encode(call, data, privateKey(signer), packed);
        if (signer == key) {
            // The changed byte is in r or s, which both forms contain without padding.
            uint256 start = packed ? 4 : 4 + 32 * (8 + 1 + 3) + 32 + 32 * 5;
            callData[start + (seed >> 8) % 64] ^= mask == 0 ? bytes1(0x01) : mask;
        }
        (bool success,) = address(wallet).call(callData);
        vm.assertFalse(success, "attack");
    }

    /// Calls functions that only the wallet or the backup may call.
    function trespass(uint256 choice) external {
        vm.startPrank(address(0xbad));
        bytes[5] memory attempts = [
            abi.encodeCall(wallet.setBackup, (address(0xbad))),
            abi.encodeCall(wallet.cancelCall, (bytes32(choice), block.timestamp + 1)),
            abi.encodeCall(wallet.cancelRecovery, ()),
            abi.encodeCall(wallet.executeBatch, (new PasskeyWallet.Call[](1))),
            abi.encodeCall(wallet.proposeRecovery, (1, 2))
        ];
        (bool success,) = address(wallet).call(attempts[choice % 5]);
        vm.assertFalse(success, "trespass");
        vm.stopPrank();
    }

    // Private functions.

    function handIn(uint256 index, bool packed) private {
        Signed storage each = _signed[index];
        bytes memory callData = encode(each.call, each.data, privateKey(each.key), packed);
        uint256 needed = each.amount + (each.call.feeCoinAddress == address(0) ? 0 : each.call.fee);
        bool expected = !each.executed && !each.takenBack && each.call.expiration > block.timestamp && each.key == key
            && coin.balanceOf(address(wallet)) >= needed;
        (bool success,) = address(wallet).call(callData);
        vm.assertEq(success, expected, "executed exactly when it may be");
        if (!success) return;
        each.executed = true;
        paid += each.amount;
        fees += needed - each.amount;
        ++executions;
    }

    function selfCall(bytes memory data) private {
        vm.assertTrue(trySelfCall(data), "self call");
    }

    /// Submits the owner's call of the wallet to itself. A unique expiration gives it a digest that was not spent.
    function trySelfCall(bytes memory data) private returns (bool success) {
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (address(wallet), block.timestamp + 1 days + ++_selfCalls);
        (success,) = address(wallet).call(encode(call, data, privateKey(key), _selfCalls % 2 == 0));
    }

    function encode(ExecuteCall memory call, bytes memory data, uint256 signer, bool packed)
        private
        view
        returns (bytes memory)
    {
        return packed
            ? Passkey.packed(call, data, Passkey.sign(signer, RP_ID_HASH, digestOf(call, data)))
            : Passkey.long(call, data, Passkey.sign(signer, RP_ID_HASH, digestOf(call, data)));
    }

    function digestOf(ExecuteCall memory call, bytes memory data) private view returns (bytes32) {
        return wallet.executeDigest(
            call.toAddress, call.value, data, call.expiration, call.fee, call.feeCoinAddress, call.feeWithdrawAddress
        );
    }
}
