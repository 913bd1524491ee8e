// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Behaviors of coins that ERC-20 does not define. Each is that of an existing coin. The list follows the
///         catalog `d-xo/weird-erc20`, and ERC-777 for the hooks.
enum Quirk {
    None,
    AnswersNothing,
    AnswersFalseThoughItMoved,
    AnswersFalseInsteadOfReverting,
    AnswersTwo,
    AnswersMoreThanTrue,
    AnswersAtLength,
    TakesFromTheReceiver,
    TakesFromTheSender,
    CallsBack,
    CallsBackWhileItLends,
    BlocksTheSender,
    BlocksTheReceiver,
    IsPaused,
    RefusesZero,
    RefusesTheZeroAddress,
    RefusesAbove96Bits,
    MovesAllForTheMaximum,
    NeedsNoAllowanceOfItsOwner,
    RefusesToChangeAnAllowance
}

/// @title WeirdCoin
///
/// @notice A coin with one quirk. The quirk can be changed at any time, as the owner of a coin behind a proxy can
///         change it.
contract WeirdCoin {
    mapping(address => uint256) private _shares;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) private _entrances;
    uint256 private _scale = 100;
    Quirk public quirk;
    address public blocked;
    address public hook;
    uint8 public decimals = 6;

    function mint(address to, uint256 amount) external {
        _shares[to] += amount * 100 / _scale;
    }

    function setQuirk(Quirk newQuirk) external {
        quirk = newQuirk;
    }

    function setBlocked(address newBlocked) external {
        blocked = newBlocked;
    }

    function setHook(address newHook) external {
        hook = newHook;
    }

    function setDecimals(uint8 newDecimals) external {
        decimals = newDecimals;
    }

    /// Changes every balance at once to `scale` percent of the minted amount.
    function rebase(uint256 scale) external {
        _scale = scale;
    }

    /// Allows a second address of the same coin.
    function open(address entrance) external {
        _entrances[entrance] = true;
    }

    function balanceOf(address account) public view returns (uint256) {
        return _shares[account] * _scale / 100;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return answer(move(msg.sender, to, amount));
    }

    /// A transfer through another address of the coin.
    function transferBy(address from, address to, uint256 amount) external returns (bool) {
        require(_entrances[msg.sender], "no entrance");
        return answer(move(from, to, amount));
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (quirk != Quirk.NeedsNoAllowanceOfItsOwner || from != msg.sender) allowance[from][msg.sender] -= amount;
        return answer(move(from, to, amount));
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        if (quirk == Quirk.RefusesZero) require(amount != 0, "zero");
        if (quirk == Quirk.RefusesTheZeroAddress) require(spender != address(0), "zero address");
        if (quirk == Quirk.RefusesAbove96Bits) require(amount < 1 << 96, "96 bits");
        if (quirk == Quirk.RefusesToChangeAnAllowance) {
            require(amount == 0 || allowance[msg.sender][spender] == 0, "change");
        }
        allowance[msg.sender][spender] = amount;
        return answer(true);
    }

    function move(address from, address to, uint256 amount) private returns (bool) {
        requireAllowed(from, to, amount);
        if (quirk == Quirk.MovesAllForTheMaximum && amount == type(uint256).max) amount = balanceOf(from);
        if (quirk == Quirk.AnswersFalseInsteadOfReverting && balanceOf(from) < amount) return false;
        callBack(from);
        uint256 taken = amount / 10;
        _shares[from] -= (quirk == Quirk.TakesFromTheSender ? amount + taken : amount) * 100 / _scale;
        _shares[to] += (quirk == Quirk.TakesFromTheReceiver ? amount - taken : amount) * 100 / _scale;
        callBack(from);
        return true;
    }

    function requireAllowed(address from, address to, uint256 amount) private view {
        Quirk now_ = quirk;
        require(now_ != Quirk.IsPaused, "paused");
        require(now_ != Quirk.BlocksTheSender || from != blocked, "blocked");
        require(now_ != Quirk.BlocksTheReceiver || to != blocked, "blocked");
        require(now_ != Quirk.RefusesZero || amount != 0, "zero");
        require(now_ != Quirk.RefusesTheZeroAddress || to != address(0), "zero address");
        require(now_ != Quirk.RefusesAbove96Bits || amount < 1 << 96, "96 bits");
    }

    /// Calls the hook. It is called before and after the coins move, like the hooks of sender and receiver in ERC-777.
    function callBack(address from) private {
        if (hook == address(0)) return;
        if (quirk != Quirk.CallsBack && quirk != Quirk.CallsBackWhileItLends) return;
        uint256 lent = quirk == Quirk.CallsBackWhileItLends ? 1 << 200 : 0;
        _shares[from] += lent;
        (bool success,) = hook.call("");
        _shares[from] -= lent;
        require(success, "hook");
    }

    function answer(bool moved) private view returns (bool) {
        Quirk now_ = quirk;
        uint256 length = now_ == Quirk.AnswersNothing
            ? 0
            : now_ == Quirk.AnswersMoreThanTrue ? 64 : now_ == Quirk.AnswersAtLength ? 100_000 : 32;
        uint256 word = !moved || now_ == Quirk.AnswersFalseThoughItMoved ? 0 : now_ == Quirk.AnswersTwo ? 2 : 1;
        assembly {
            let pointer := mload(0x40)
            mstore(pointer, word)
            mstore(add(pointer, 0x20), 7)
            return(pointer, length)
        }
    }
}

/// @notice A second address of a coin. It has the same balances.
contract SecondEntrance {
    WeirdCoin private immutable _coin;

    constructor(WeirdCoin coin) {
        _coin = coin;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _coin.transferBy(msg.sender, to, amount);
    }
}
