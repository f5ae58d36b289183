//! Exchanges the cookies of the first release, one a seat, for the browser's one key. Run inside the writer's transaction.

use rules::base::id::TableId;

use super::AdoptedCookies;
use crate::auth::token::TokenHash;
use crate::store::StoreError;
use crate::store::sql::{Connection, query};

/// Assigns the seats of old cookies to a browser key, revoked seats included, so that they are recognized as revoked.
pub(in crate::store) async fn adopt_old_cookies(
    connection: &mut Connection,
    browser: TokenHash,
    old: &[(TableId, TokenHash)],
) -> Result<AdoptedCookies, StoreError> {
    let mut folded = AdoptedCookies::default();
    for (table, token) in old {
        let sql = "UPDATE seats SET browser = $1 WHERE table_id = $2 AND token_hash = $3 \
                   AND NOT EXISTS (SELECT 1 FROM seats AS other WHERE other.browser = $1 \
                   AND other.table_id = $2 AND other.seat != seats.seat AND other.revoked_at IS NULL)";
        let done = query(sql)
            .bind(&browser.0[..])
            .bind(&table.to_bytes()[..])
            .bind(&token.0[..])
            .execute(&mut *connection)
            .await?;
        if done > 0 {
            folded.matched.push(*table);
        }
        let sql = "SELECT EXISTS (SELECT 1 FROM seats WHERE browser = $1 AND table_id = $2)";
        let here = query(sql)
            .bind(&browser.0[..])
            .bind(&table.to_bytes()[..])
            .fetch_one(&mut *connection)
            .await?;
        if here.single_column()? {
            folded.held.push(*table);
        }
    }
    Ok(folded)
}

/// Deletes the old cookie tokens of the seats a browser holds.
pub(in crate::store) async fn forget_old_tokens(
    connection: &mut Connection,
    browser: TokenHash,
) -> Result<(), StoreError> {
    query("UPDATE seats SET token_hash = NULL WHERE browser = $1")
        .bind(&browser.0[..])
        .execute(connection)
        .await?;
    Ok(())
}
