// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// Checks a signature in the way in which other contracts do it, with OpenZeppelin's `SignatureChecker`.
contract SignatureCheck {
    function isValid(address account, bytes32 hash, bytes calldata signature) external view returns (bool) {
        return SignatureChecker.isValidSignatureNow(account, hash, signature);
    }
}
