-- Expands.
-- Whoever decides says that it is for the account that is connected then. A change of the cleared content alone says nothing of the
-- account: an edit that keeps its approval and what is undone left nobody in the know that it would go out on another one.
drop trigger approvals_forget_accounts on post_socials;
drop function forget_approved_account();
