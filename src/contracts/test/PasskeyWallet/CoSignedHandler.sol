// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {DemoCoin} from "../../src/demo/DemoCoin.sol";
import {Joined} from "../base/Joined.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";

/// @title CoSignedHandler
///
/// @notice Handler of the invariant tests for a wallet that sometimes has a co-signer. The owner signs alone or with
///         the co-signer. Signed calls are submitted at once or much later. Removals are started, objected to and
///         cancelled. A thief with the owner's passkey tries to move coins. The handler records the coins that left and
///         the coins that were allowed to leave.
contract CoSignedHandler {
    uint256 private constant OWNER_KEY = 77;
    uint256 private constant ACCOUNTS = 3;
    bytes32 private constant RP_ID_HASH = sha256("shop.example.com");
    address public constant SHOP = address(uint160(uint256(keccak256("shop"))));
    address public constant COLLECTOR = address(uint160(uint256(keccak256("collector"))));

    /// @dev A call that the owner has signed. One of the accounts may have co-signed it.
    struct Signed {
        ExecuteCall call;
        bytes data;
        uint256 amount;
        /// The number of the account that co-signed; 0 for none.
        uint256 coSignedBy;
        bool executed;
    }

    PasskeyWallet public immutable wallet;
    DemoCoin public immutable coin;

    /// The number of the co-signer that was set last, and the state of its removal.
    uint256 public named;
    uint256 public startedAt;
    bool public objected;

    /// Sums that must have left the wallet: payments, fees, both while the wallet had a co-signer, and both in
    /// co-signed calls. The last two must be equal.
    uint256 public paid;
    uint256 public fees;
    uint256 public paidWithCoSigner;
    uint256 public coSignedAmounts;

    /// Number of times that each event happened.
    uint256 public executions;
    uint256 public starts;
    uint256 public objections;
    uint256 public endings;

    Signed[] private _signed;
    uint256 private _selfCalls;

    constructor(PasskeyWallet newWallet, DemoCoin newCoin) {
        (wallet, coin) = (newWallet, newCoin);
    }

    function ownerKey() external view returns (uint256 x, uint256 y) {
        return vm.publicKeyP256(OWNER_KEY);
    }

    /// Returns the number of the co-signer at this time; 0 for none.
    function coSigner() public view returns (uint256) {
        return startedAt != 0 && block.timestamp >= until() ? 0 : named;
    }

    function until() public view returns (uint256) {
        return startedAt == 0 ? 0 : startedAt + (objected ? 30 days : 3 days);
    }

    function accountOf(uint256 number) public pure returns (address) {
        return number == 0 ? address(0) : vm.addr(1000 + number);
    }

    // Actions of the owner and the co-signer.

    /// Signs a transfer, mostly with the present co-signer, and mostly submits it at once.
    function transfer(uint256 amount, uint256 fee, uint256 lifetime, uint256 choice) external {
        Signed storage next = _signed.push();
        next.amount = amount % 1000;
        next.data = abi.encodeCall(coin.transfer, (SHOP, next.amount));
        next.call.toAddress = address(coin);
        next.call.expiration = block.timestamp + 1 + lifetime % 40 days;
        if (fee % 3 != 0) {
            (next.call.fee, next.call.feeCoinAddress, next.call.feeWithdrawAddress) =
            (fee % 50, address(coin), COLLECTOR);
        }
        next.coSignedBy = choice % 4 == 0 ? (choice >> 8) % (ACCOUNTS + 1) : coSigner();
        if (lifetime % 3 != 0) handIn(_signed.length - 1, choice % 2 == 0);
    }

    /// Submits a call that was signed earlier, possibly under another co-signer.
    function again(uint256 index, bool packed) external {
        if (_signed.length != 0) handIn(_signed.length - 1 - index % _signed.length, packed);
    }

    function setCoSigner(uint256 number, uint256 by) external {
        number = number % (ACCOUNTS + 1);
        by = by % 3 == 0 ? by % (ACCOUNTS + 1) : coSigner();
        bool success = trySelfCall(abi.encodeCall(wallet.setCoSigner, (accountOf(number))), by);
        vm.assertEq(success, by == coSigner(), "set");
        if (success) (named, startedAt, objected) = (number, 0, false);
    }

    function start() external {
        bool expected = coSigner() != 0 && startedAt == 0;
        bool success = trySelfCall(abi.encodeCall(wallet.startCoSignerRemoval, ()), 0);
        vm.assertEq(success, expected, "started by the owner alone");
        if (!success) return;
        startedAt = block.timestamp;
        ++starts;
    }

    function object(uint256 by) external {
        by = by % 3 == 0 ? 1 + by % ACCOUNTS : named;
        if (by == 0) return;
        bool expected = by == coSigner() && startedAt != 0 && !objected;
        vm.prank(accountOf(by));
        (bool success,) = address(wallet).call(abi.encodeCall(wallet.objectToRemoval, ()));
        vm.assertEq(success, expected, "objected");
        if (!success) return;
        objected = true;
        ++objections;
    }

    function keep(uint256 by) external {
        by = by % 3 == 0 ? by % (ACCOUNTS + 1) : coSigner();
        bool expected = by == coSigner() && by != 0 && startedAt != 0;
        bool success = trySelfCall(abi.encodeCall(wallet.keepCoSigner, ()), by);
        vm.assertEq(success, expected, "kept");
        if (success) (startedAt, objected) = (0, false);
    }

    function pass(uint256 time) external {
        uint256 before = coSigner();
        vm.warp(block.timestamp + (time % 4 == 0 ? (time >> 8) % 31 days : time % 20 hours));
        if (before != coSigner()) ++endings;
    }

    // Actions of a thief who has the owner's passkey.

    /// Tries to move coins or to remove the co-signer without the co-signer's signature.
    function steal(uint256 choice, bytes memory noise) external {
        if (coSigner() == 0) return;
        bytes memory removal = abi.encodeCall(wallet.startCoSignerRemoval, ());
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (address(wallet), block.timestamp + 100);
        bytes memory data = removal;
        choice = choice % 8;
        if (choice == 0) (call.toAddress, data) = (address(coin), abi.encodeCall(coin.transfer, (address(0xbad), 1)));
        if (choice == 1) (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (1, address(coin), address(0xbad));
        if (choice == 2) data = abi.encodeCall(wallet.setCoSigner, (address(0)));
        if (choice == 3) data = bytes.concat(removal, hex"00");
        if (choice == 4) call.toAddress = address(coin);
        if (choice == 5) data = abi.encodeCall(wallet.setBackup, (address(0xbad)));
        if (choice == 6) (call.toAddress, data) = (address(coin), abi.encodeCall(coin.approve, (address(0xbad), 1)));
        if (choice == 7) data = abi.encodeCall(wallet.addKey, (1, 2));
        (bool success,) = address(wallet).call(encode(call, data, noise, noise.length % 2 == 0));
        vm.assertFalse(success, "stolen");
    }

    function handIn(uint256 index, bool packed) private {
        Signed storage each = _signed[index];
        uint256 fee = each.call.feeCoinAddress == address(0) ? 0 : each.call.fee;
        bool expected = !each.executed && each.call.expiration > block.timestamp && each.coSignedBy == coSigner()
            && coin.balanceOf(address(wallet)) >= each.amount + fee;
        bytes memory coSignature = coSign(each.coSignedBy, digestOf(each.call, each.data));
        bool hadCoSigner = wallet.coSigner() != address(0);
        (bool success,) = address(wallet).call(encode(each.call, each.data, coSignature, packed));
        vm.assertEq(success, expected, "executed exactly when it may be");
        if (!success) return;
        each.executed = true;
        ++executions;
        paid += each.amount;
        fees += fee;
        if (hadCoSigner) paidWithCoSigner += each.amount + fee;
        if (each.coSignedBy != 0) coSignedAmounts += each.amount + fee;
    }

    /// Submits a call of the wallet to itself. A unique expiration gives it a digest that was not spent.
    function trySelfCall(bytes memory data, uint256 by) private returns (bool success) {
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (address(wallet), block.timestamp + 1 days + ++_selfCalls);
        bytes memory callData = encode(call, data, coSign(by, digestOf(call, data)), _selfCalls % 2 == 0);
        (success,) = address(wallet).call(callData);
    }

    function encode(ExecuteCall memory call, bytes memory data, bytes memory coSignature, bool packed)
        private
        view
        returns (bytes memory)
    {
        Assertion memory assertion = Passkey.sign(OWNER_KEY, RP_ID_HASH, digestOf(call, data));
        if (packed) return Joined.packedCall(call, data, assertion, 0, coSignature);
        bytes memory tuple = Passkey.encode(assertion);
        return Joined.longCall(call, data, coSignature.length == 0 ? tuple : Joined.long(assertion, 0, coSignature));
    }

    function coSign(uint256 number, bytes32 digest) private pure returns (bytes memory) {
        if (number == 0) return "";
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(1000 + number, digest);
        return abi.encodePacked(r, s, v);
    }

    function digestOf(ExecuteCall memory call, bytes memory data) private view returns (bytes32) {
        return wallet.executeDigest(
            call.toAddress, call.value, data, call.expiration, call.fee, call.feeCoinAddress, call.feeWithdrawAddress
        );
    }
}
