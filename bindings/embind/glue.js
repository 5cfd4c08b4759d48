// What of embind's glue the package can do without: numbers alone cross the boundary (exchange.h), so the types that embind
// registers of itself and no call uses need no converters. 2 KB of the download.
addToLibrary({
  _embind_register_bigint: () => {},
  _embind_register_emval: () => {},
  _embind_register_memory_view: () => {},
  _embind_register_std_string: () => {},
  _embind_register_std_wstring: () => {},
  // hooks.cpp: the facade answers.
  impulse_ask: (world, contact) => Module.ask(world, contact),
  // A call with a type that nobody registered is a mistake in these bindings, met when the module is built; no user needs its name.
  $throwUnboundTypeError: (message) => abort(message),
  // Thrown through the engine to the facade (load.ts), which says what it means for the call.
  impulse_out_of_memory: (bytes) => {
    throw { shortage: bytes >>> 0 };
  },
});
