@echo off
rem Starts Coterie for this computer and for phones in the same network. What went wrong stays in the window.
"%~dp0coterie.exe" --lan %*
if errorlevel 1 pause
