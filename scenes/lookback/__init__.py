"""Looking back: finished matches, a match in hindsight, statistics, the ledger of chances."""
