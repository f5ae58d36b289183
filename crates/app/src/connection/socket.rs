//! A websocket with its listeners. It is closed when dropped, and its later events are ignored.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

/// A websocket to the server, connecting or open.
pub struct Socket {
    inner: WebSocket,
    // Held as long as the socket may call them.
    _opened: Closure<dyn Fn()>,
    _heard: Closure<dyn Fn(MessageEvent)>,
    _closed: Closure<dyn Fn(CloseEvent)>,
}

impl Socket {
    /// Begins to connect; `None` if the browser refuses the address.
    pub fn open(
        address: &str,
        opened: impl Fn() + 'static,
        heard: impl Fn(String) + 'static,
        closed: impl Fn(u16) + 'static,
    ) -> Option<Self> {
        let inner = WebSocket::new(address).ok()?;
        let opened = Closure::<dyn Fn()>::new(opened);
        let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            // Frames that are not text are not of this protocol.
            if let Some(text) = event.data().as_string() {
                heard(text);
            }
        });
        let closed =
            Closure::<dyn Fn(CloseEvent)>::new(move |event: CloseEvent| closed(event.code()));
        inner.set_onopen(Some(opened.as_ref().unchecked_ref()));
        inner.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        inner.set_onclose(Some(closed.as_ref().unchecked_ref()));
        Some(Self {
            inner,
            _opened: opened,
            _heard: heard,
            _closed: closed,
        })
    }

    /// Whether the socket is open, so that messages are sent.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.inner.ready_state() == WebSocket::OPEN
    }

    /// Whether the socket is still connecting.
    #[must_use]
    pub fn is_connecting(&self) -> bool {
        self.inner.ready_state() == WebSocket::CONNECTING
    }

    /// Sends a text frame to the server over the websocket.
    pub fn send(&self, text: &str) {
        _ = self.inner.send_with_str(text);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.inner.set_onopen(None);
        self.inner.set_onmessage(None);
        self.inner.set_onclose(None);
        _ = self.inner.close();
    }
}
